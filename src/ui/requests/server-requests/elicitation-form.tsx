/** Elicitation: who asks, the form or address, and the answers accept, decline and cancel. */
import '#src/ui/styles/screens.ts';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Elicitation } from '#shared/mcp/elicitation.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import { hostOf } from '#src/state/text/server-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { Form } from '#src/ui/kit/form/form.tsx';
import { useArmed } from '../sheet-behaviour.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';
import { ElicitationField } from './elicitation-field.tsx';
import { firstEntries, readForm } from './form-values.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import questionsStyles from '../questions/questions.module.css';
import styles from './elicitation.module.css';

type ElicitationFormProps = { prompt: Prompt; asked: Elicitation; isInSheet?: boolean };

export function ElicitationForm({ prompt, asked, isInSheet = false }: ElicitationFormProps) {
  const { prompts, viewport } = useApp();
  const title = useId();
  const card = useStartInView(isInSheet);
  // Ignores a tap in the first moment, which was meant for something else.
  const isArmed = useArmed();

  function answer(given: PromptAnswer): void {
    if (!isArmed) return;
    void prompts.answer(prompt, given);
    // The focused button is gone; the composer is what the user needs next.
    focusComposer(viewport.isTouch.value);
  }

  return (
    <section
      ref={card}
      class={classNames(questionsStyles.question, styles.elicitation)}
      data-sheet={isInSheet || undefined}
      // The sheet has its own label.
      aria-labelledby={isInSheet ? undefined : title}
    >
      {!isInSheet && (
        <p class={styles.elicitationServer} id={title}>
          <Icon name="shield" />
          {t('prompt.server-asks', { server: asked.server })}
        </p>
      )}
      <p class={classNames(questionsStyles.questionText, 'own-language')} dir="auto">
        {asked.message}
      </p>
      {asked.mode === 'form' ? (
        <FormFields asked={asked} isArmed={isArmed} onAnswer={answer} />
      ) : (
        <Visit asked={asked} isArmed={isArmed} onAnswer={answer} />
      )}
    </section>
  );
}

/** Scrolls a form taller than the screen to its start. */
function useStartInView(isInSheet: boolean): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isInSheet) return;
    const show = () => {
      const { current } = card;
      const room = current?.closest('.scroller')?.clientHeight ?? window.innerHeight;
      if (current && current.offsetHeight > room) current.scrollIntoView({ block: 'start' });
    };
    // Waits two frames, because the transcript scrolls to its end in the first.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(show)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return card;
}

type AnswerProps<Mode> = {
  asked: Elicitation & { mode: Mode };
  isArmed: boolean;
  onAnswer: (answer: PromptAnswer) => void;
};

function FormFields({ asked: { fields }, isArmed, onAnswer }: AnswerProps<'form'>) {
  const entries = useSignal(firstEntries(fields));
  const fault = useSignal<FormFault | null>(null);

  function send(): void {
    const read = readForm(fields, entries.value);
    fault.value = read.ok
      ? null
      : { field: read.field, text: t(`elicit.fault-${read.fault.type}`, { count: read.fault.limit }) };
    if (read.ok) onAnswer({ values: read.values });
  }

  return (
    <Form layout="bare" class="fields" fault={fault.value} onSubmit={send}>
      {fields.map((field) => (
        <ElicitationField
          key={field.name}
          field={field}
          entry={entries.value[field.name] ?? ''}
          fault={fault.value?.field === field.name ? fault.value.text : null}
          onChange={(entry) => {
            entries.value = { ...entries.value, [field.name]: entry };
            fault.value = null;
          }}
        />
      ))}
      <p class="hint">{t('elicit.asks-hint')}</p>
      <div class="form-actions">
        <NoButtons isArmed={isArmed} onAnswer={onAnswer} />
        <button type="submit" class="button primary" aria-disabled={!isArmed}>
          {t('elicit.send')}
        </button>
      </div>
    </Form>
  );
}

/** Shows the whole address; it is opened by a tap only. */
function Visit({ asked: { url }, isArmed, onAnswer }: AnswerProps<'url'>) {
  return (
    <>
      <code class={styles.elicitationUrl}>{url}</code>
      <p class="hint">{t('elicit.visit-hint', { host: hostOf(url) })}</p>
      <div class="form-actions">
        <NoButtons isArmed={isArmed} onAnswer={onAnswer} />
        <a
          class="button primary"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-disabled={!isArmed}
          onClick={(event) => {
            if (isArmed) onAnswer('allowed');
            else event.preventDefault();
          }}
        >
          {t('elicit.visit')}
        </a>
      </div>
    </>
  );
}

type NoButtonsProps = { isArmed: boolean; onAnswer: (answer: PromptAnswer) => void };

/** MCP distinguishes `decline` from `cancel`. */
function NoButtons({ isArmed, onAnswer }: NoButtonsProps) {
  return (
    <>
      <Button aria-disabled={!isArmed} onClick={() => onAnswer('cancelled')}>
        {t('action.cancel')}
      </Button>
      <Button data-answer="denied" aria-disabled={!isArmed} onClick={() => onAnswer('denied')}>
        {t('elicit.decline')}
      </Button>
    </>
  );
}
