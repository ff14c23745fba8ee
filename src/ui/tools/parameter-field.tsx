/**
 * The field of one parameter: a select for an enum, JSON for lists and objects, a line of text for the rest.
 */
import type { VNode } from 'preact';
import { t } from '#src/state/text/text.ts';
import { Feedback } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import type { FormParameter } from './read-parameter.ts';
import type { FieldFault } from './schema-form.ts';
import styles from './tools.module.css';

type ParameterFieldProps = {
  name: string;
  parameter: FormParameter;
  isRequired: boolean;
  text: string;
  fault: FieldFault | undefined;
  onChange: (text: string) => void;
};

export function ParameterField({ fault, name, ...rest }: ParameterFieldProps) {
  return (
    <div class={styles.parameter}>
      <Input name={name} {...rest} />
      {fault && <Feedback state={{ isGood: false, text: t(`tools.fault-${fault}`, { name }) }} />}
    </div>
  );
}

function Input({ name, parameter, isRequired, text, onChange }: Omit<ParameterFieldProps, 'fault'>): VNode {
  const hint = isRequired
    ? parameter.description
    : t('tools.optional', { hint: isolateBidi(parameter.description) }).trim();
  const common = { label: name, hint, value: text, onChange };
  const choices = choicesOf(parameter);
  if (choices) {
    const empty = { value: '', label: t('tools.not-set') };
    return (
      <SelectField {...common} options={[empty, ...choices.map((value) => ({ value, label: value }))]} />
    );
  }
  if (parameter.type === 'array') return <TextField {...common} isCode placeholder="[]" />;
  if (parameter.type === 'any') return <TextField {...common} isCode placeholder="null" />;
  if (parameter.type === 'object') return <TextField {...common} isCode placeholder="{}" />;
  return <Field {...common} placeholder={defaultOf(parameter)} />;
}

/** Isolated (Unicode bidi): descriptions of tools are English, also in right-to-left interfaces. */
function isolateBidi(text: string): string {
  return text && `\u2068${text}\u2069`;
}

function choicesOf(parameter: FormParameter): readonly string[] | undefined {
  if (parameter.type === 'boolean') return ['true', 'false'];
  return parameter.type === 'string' ? parameter.enum : undefined;
}

function defaultOf(parameter: FormParameter): string {
  return 'default' in parameter ? String(parameter.default) : '';
}
