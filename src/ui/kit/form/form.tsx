/** A form: its fields, the result of the last action in a sentence, and its buttons. Enter in a field submits it. */
import type { ComponentChildren, RefObject } from 'preact';
import { useSignal } from '@preact/signals';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from './button.tsx';
import { classNames } from '../class-names.ts';
import { Feedback, type FeedbackState } from './feedback.tsx';
import { FaultContext, type FormFault } from './form-fault.ts';

/** `page`: its end stays in view. `bare`: with buttons of its own. */
type Layout = 'page' | 'section' | 'sheet' | 'bare';

type FormProps = {
  layout: Layout;
  class?: string | undefined;
  label?: string;
  formRef?: RefObject<HTMLFormElement | null>;
  /** Its field shows the text, and is focused whenever this is a new object. */
  fault?: FormFault | null;
  feedback?: FeedbackState;
  /** The button that submits: Save, unless it has another text. */
  action?: string;
  /** Whether that button is the main one of its screen; so it is on a page and in a sheet. */
  isMain?: boolean;
  isDisabled?: boolean | undefined;
  /** False: a tap now was meant for something else. */
  isArmed?: boolean;
  /** Buttons before the one that submits. */
  others?: ComponentChildren;
  onCancel?: (() => void) | undefined;
  /** A second submit is ignored until this has ended. */
  onSubmit: () => unknown;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children: ComponentChildren;
};

const classes: Record<Layout, string> = { page: 'form', section: 'wide fields', sheet: '', bare: '' };

export function Form({ onSubmit, onKeyDown, ...props }: FormProps) {
  const { toasts } = useApp();
  const isBusy = useSignal(false);
  const { layout, class: more, label, formRef, fault = null, isArmed = true, children } = props;

  async function submit(): Promise<void> {
    if (isBusy.value || !isArmed) return;
    isBusy.value = true;
    const run = async () => void (await onSubmit());
    await toasts.attempt(run()).finally(() => (isBusy.value = false));
  }

  return (
    <form
      {...(formRef && { ref: formRef })}
      class={classNames(classes[layout], more)}
      noValidate
      aria-label={label}
      aria-busy={isBusy.value || undefined}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FaultContext.Provider value={fault}>{children}</FaultContext.Provider>
      {layout !== 'bare' && <End {...props} isArmed={isArmed} />}
    </form>
  );
}

type EndProps = Omit<FormProps, 'onSubmit' | 'children'>;

function End({ layout, feedback, ...props }: EndProps) {
  const { action = t('edit.save'), isMain = layout !== 'section', isDisabled, isArmed, others } = props;
  const end = (
    <>
      {feedback !== undefined && <Feedback state={feedback} />}
      <div class={layout === 'sheet' ? 'sheet-actions' : 'form-actions'}>
        {others}
        {props.onCancel && (
          <Button onClick={props.onCancel}>{t(layout === 'sheet' ? 'action.cancel' : 'edit.cancel')}</Button>
        )}
        <button
          type="submit"
          class={isMain ? 'button primary' : 'button'}
          disabled={isDisabled}
          aria-disabled={isArmed ? undefined : true}
        >
          {action}
        </button>
      </div>
    </>
  );
  return layout === 'page' ? <div class="form-end">{end}</div> : end;
}
