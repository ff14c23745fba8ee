/** The answers to a question: buttons for single choice, checkboxes for multiple, and always a text field. */
import { useSignal, type Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Prompt } from '#shared/tools/permission.ts';
import type { Question, QuestionOption, Reply } from '#shared/conversation/question.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useArmed } from '../sheet-behaviour.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';
import styles from './questions.module.css';

type QuestionFormProps = { prompt: Prompt; question: Question };

export function QuestionForm({ prompt, question }: QuestionFormProps) {
  const { prompts, viewport } = useApp();
  const { options } = question;
  const chosen = useSignal<readonly string[]>([]);
  const typed = useSignal('');
  // A tap just as the question appears was meant for something else.
  const isArmed = useArmed();
  const isEmpty = chosen.value.length === 0 && typed.value.trim() === '';

  function answer(reply: Reply | 'denied'): void {
    if (!isArmed) return;
    void prompts.answer(prompt, reply);
    focusComposer(viewport.isTouch.value);
  }

  function reply(labels: readonly string[]): Reply {
    const text = typed.value.trim();
    const inOrder = options.map(({ label }) => label).filter((label) => labels.includes(label));
    return { chosen: inOrder, ...(text ? { typed: text } : {}) };
  }

  return (
    <form
      class={styles.questionForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) answer(reply(chosen.value));
      }}
    >
      {options.length > 0 && (
        <Options {...{ question, chosen, isArmed }} onChoose={(label) => answer(reply([label]))} />
      )}
      <OwnAnswer typed={typed} hasOptions={options.length > 0} canAnswer={isArmed && !isEmpty} />
      <Button kind="text" onClick={() => answer('denied')}>
        {t('question.dismiss')}
      </Button>
    </form>
  );
}

type OptionsProps = {
  question: Question;
  chosen: Signal<readonly string[]>;
  isArmed: boolean;
  /** Called for single choice only. */
  onChoose: (label: string) => void;
};

function Options({ question: { options, isMultiple }, chosen, isArmed, onChoose }: OptionsProps) {
  const toggle = (label: string) =>
    (chosen.value = chosen.value.includes(label)
      ? chosen.value.filter((each) => each !== label)
      : [...chosen.value, label]);
  return (
    <div class={styles.questionOptions} role="group" aria-label={t('question.options')}>
      {options.map((option, at) =>
        isMultiple ? (
          <OptionBox
            {...{ key: at, option, isOn: chosen.value.includes(option.label) }}
            onToggle={() => toggle(option.label)}
          />
        ) : (
          <OptionButton {...{ key: at, option, isArmed }} onChoose={() => onChoose(option.label)} />
        ),
      )}
    </div>
  );
}

type OwnAnswerProps = { typed: Signal<string>; hasOptions: boolean; canAnswer: boolean };

function OwnAnswer({ typed, hasOptions, canAnswer }: OwnAnswerProps) {
  const label = t(hasOptions ? 'question.other' : 'question.your-answer');
  return (
    <div class={styles.questionOwn}>
      <input
        type="text"
        dir="auto"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <button type="submit" class="button primary" aria-disabled={!canAnswer}>
        {t('question.answer')}
      </button>
    </div>
  );
}

type OptionButtonProps = { option: QuestionOption; isArmed: boolean; onChoose: () => void };

function OptionButton({ option, isArmed, onChoose }: OptionButtonProps) {
  const hint = useId();
  return (
    <button
      type="button"
      class={styles.questionOption}
      aria-label={option.label}
      aria-describedby={option.description ? hint : undefined}
      aria-disabled={!isArmed}
      onClick={onChoose}
    >
      <span class="own-language" dir="auto">
        {option.label}
      </span>
      {option.description && (
        <small id={hint} class="own-language" dir="auto">
          {option.description}
        </small>
      )}
    </button>
  );
}

function OptionBox({
  option,
  isOn,
  onToggle,
}: {
  option: QuestionOption;
  isOn: boolean;
  onToggle: () => void;
}) {
  return (
    <label class={styles.questionOption}>
      <input type="checkbox" checked={isOn} onChange={onToggle} />
      <span>
        <span class="own-language" dir="auto">
          {option.label}
        </span>
        {option.description && (
          <small class="own-language" dir="auto">
            {option.description}
          </small>
        )}
      </span>
    </label>
  );
}
