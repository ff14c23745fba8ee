/** A form for the arguments of a template or prompt, with the server's completions while typing. */
import { useSignal } from '@preact/signals';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useEffect } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import styles from './offers.module.css';

type Argument = { name: string; title: string; description: string; isRequired: boolean };
export type Complete = (
  argument: { name: string; value: string },
  others: Record<string, string>,
) => Promise<readonly string[]>;

type ArgumentFormProps = {
  title: string;
  about: string;
  action: string;
  arguments: readonly Argument[];
  isWorking: boolean;
  /** Absent where the server offers no completions. */
  complete?: Complete | undefined;
  onBack: () => void;
  onSubmit: (values: Record<string, string>) => void;
};

export function ArgumentForm(props: ArgumentFormProps) {
  const { title, about, action, isWorking, complete, onBack, onSubmit } = props;
  // A map, because a server may name an argument `constructor`.
  const values = useSignal<ReadonlyMap<string, string>>(new Map());
  const fault = useSignal<FormFault | null>(null);

  function submit(): void {
    const missing = props.arguments.find(
      ({ name, isRequired }) => isRequired && !values.value.get(name)?.trim(),
    );
    fault.value = missing ? { field: missing.name, text: t('elicit.fault-required') } : null;
    if (!missing) onSubmit(Object.fromEntries(values.value));
  }

  return (
    <Form
      layout="section"
      label={title}
      fault={fault.value}
      action={isWorking ? t('offer.loading') : action}
      isMain
      isDisabled={isWorking}
      others={<Button onClick={onBack}>{t('nav.back')}</Button>}
      onSubmit={submit}
    >
      <h2 dir="auto">{title}</h2>
      {about && (
        <p class="hint" dir="auto">
          {about}
        </p>
      )}
      {props.arguments.map((argument) => (
        <ArgumentField
          key={argument.name}
          {...{ argument, complete }}
          values={values.value}
          onChange={(value) => {
            values.value = new Map(values.value).set(argument.name, value);
            fault.value = null;
          }}
        />
      ))}
    </Form>
  );
}

type ArgumentFieldProps = {
  argument: Argument;
  values: ReadonlyMap<string, string>;
  complete: Complete | undefined;
  onChange: (value: string) => void;
};

function ArgumentField({ argument, values, complete, onChange }: ArgumentFieldProps) {
  const { name, title, description, isRequired } = argument;
  const value = values.get(name) ?? '';
  const proposals = useProposals(name, values, complete).filter((each) => each !== value);
  const label = title || name;
  return (
    <div class={styles.argument}>
      <Field
        label={label}
        hint={isRequired ? description : t('offer.optional', { hint: description }).trim()}
        name={name}
        value={value}
        onChange={onChange}
      />
      {proposals.length > 0 && (
        <div class="chips" role="group" aria-label={label}>
          {proposals.map((each) => (
            <Button kind="chip" key={each} onClick={() => onChange(each)}>
              {each}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Debounce: a pause in typing, before the server is asked. */
const pauseMs = 200;
const maxShown = 8;

function useProposals(
  name: string,
  values: ReadonlyMap<string, string>,
  complete: Complete | undefined,
): readonly string[] {
  const found = useSignal<readonly string[]>([]);
  const value = values.get(name) ?? '';
  const others = Object.fromEntries([...values].filter(([other]) => other !== name));
  useEffect(() => {
    if (!complete) return;
    let isWanted = true;
    const ask = () =>
      complete({ name, value }, others).then(
        (proposed) => isWanted && (found.value = proposed.slice(0, maxShown)),
        // Completions are optional.
        () => undefined,
      );
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [JSON.stringify([...values])]);
  return found.value;
}
