/** One field of an elicitation form, by its type. */
import type { FormField } from '#shared/mcp/elicitation.ts';
import { t } from '#src/state/text/text.ts';
import { Feedback } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import type { FieldEntry } from './form-values.ts';

type ElicitationFieldProps = {
  field: FormField;
  entry: FieldEntry;
  /** Of this field; a text field takes it from its form. */
  fault: string | null;
  onChange: (entry: FieldEntry) => void;
};

export function ElicitationField({ field, entry, fault, onChange }: ElicitationFieldProps) {
  const label = field.title;
  const hint = field.isRequired ? field.description : t('offer.optional', { hint: field.description }).trim();
  if (field.type === 'text' || field.type === 'number') {
    const isUri = field.type === 'text' && field.format === 'uri';
    return (
      <Field
        label={label}
        hint={hint}
        name={field.name}
        inputMode={field.type === 'number' ? 'decimal' : isUri ? 'url' : 'text'}
        value={String(entry)}
        onChange={onChange}
      />
    );
  }
  return (
    <div class="fields">
      {field.type === 'boolean' ? (
        <CheckLine label={label} hint={field.description} isOn={entry === true} onChange={onChange} />
      ) : field.type === 'choice' ? (
        <SelectField
          label={label}
          hint={hint}
          options={[{ value: '', label: t('elicit.choose') }, ...field.options]}
          value={String(entry)}
          onChange={onChange}
        />
      ) : (
        <Choices label={label} hint={hint} field={field} entry={entry} onChange={onChange} />
      )}
      {fault !== null && <Feedback state={{ isGood: false, text: fault }} />}
    </div>
  );
}

type CheckLineProps = { label: string; hint?: string; isOn: boolean; onChange: (isOn: boolean) => void };

function CheckLine({ label, hint, isOn, onChange }: CheckLineProps) {
  return (
    <label class="check-line">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span class="check-text" dir="auto">
        {label}
        {hint && <small class="hint">{hint}</small>}
      </span>
    </label>
  );
}

type ChoicesProps = Omit<ElicitationFieldProps, 'field' | 'fault'> & {
  label: string;
  hint: string;
  field: FormField & { type: 'choices' };
};

function Choices({ label, hint, field, entry, onChange }: ChoicesProps) {
  const chosen = Array.isArray(entry) ? entry.map(String) : [];
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      {field.options.map((option) => (
        <CheckLine
          key={option.value}
          label={option.label}
          isOn={chosen.includes(option.value)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
          }
        />
      ))}
    </fieldset>
  );
}
