/** The model's name, typed or picked from the server's list. */
import type { ComponentChildren } from 'preact';
import { Button } from '#src/ui/kit/form/button.tsx';
import { t } from '#src/state/text/text.ts';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import styles from '../settings.module.css';

type ModelFieldProps = {
  value: string;
  models: readonly string[];
  feedback: FeedbackState;
  onChange: (model: string) => void;
  children: ComponentChildren;
};

// Not a <datalist>: it makes the field a combobox, and phones show only a few of its options.
/** Some services list hundreds; typing narrows them down. */
const maxShown = 40;

export function ModelField({ value, models, feedback, onChange, children }: ModelFieldProps) {
  const typed = value.trim().toLowerCase();
  const isPicked = models.includes(value.trim());
  const fitting = isPicked ? models : models.filter((model) => fits(model, typed));
  const shown = fitting.slice(0, maxShown);
  return (
    <>
      <Field
        label={t('form.model')}
        hint={feedback?.isGood ? feedback.text : t('form.model-hint')}
        name="model"
        value={value}
        onChange={onChange}
      >
        {children}
      </Field>
      <Feedback state={feedback?.isGood ? null : feedback} />
      {shown.length > 0 && (
        <ul class={styles.modelOptions} aria-label={t('form.models-list')}>
          {shown.map((model) => (
            <li key={model}>
              <Button kind="chip" aria-pressed={model === value.trim()} onClick={() => onChange(model)}>
                {model}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fitting.length > shown.length && (
        <p class="hint">{t('form.models-more', { count: fitting.length - shown.length })}</p>
      )}
    </>
  );
}

/** Every word anywhere in the name, so that `claude 5` finds `anthropic/claude-sonnet-5`. */
function fits(model: string, typed: string): boolean {
  const name = model.toLowerCase();
  return typed.split(/\s+/).every((word) => name.includes(word));
}
