/** Runs a tool by hand, with a field for each of its parameters, the same way a model runs it. */
import { useSignal } from '@preact/signals';
import { newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { CallPart, CallWithResult } from '#shared/conversation/message.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { CallsCard } from '#src/ui/calls/calls-card.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { readParameters, type FormParameter } from './read-parameter.ts';
import { formValues, type FieldFault } from './schema-form.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tools.module.css';
import type { VNode } from 'preact';
import { Feedback } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';

export function TryForm({ tool }: { tool: ToolInfo }) {
  const { tools } = useApp();
  const parameters = readParameters(tool.parameters);
  const texts = useSignal<Record<string, string>>({});
  const faults = useSignal<Record<string, FieldFault>>({});
  const shown = useSignal<CallWithResult | null>(null);
  const isRunning = shown.value !== null && !shown.value.result;

  async function run(values: JsonObject): Promise<void> {
    const call: CallPart = {
      type: 'call',
      id: newId('call'),
      name: tool.name,
      arguments: values,
      status: 'running',
      startedAt: Date.now(),
    };
    shown.value = { call, result: undefined };
    const report = await tools.run(tool.name, values, call.id);
    if (!report) return void (shown.value = null);
    const { duration_ms, ...result } = report;
    shown.value = {
      call: { ...call, status: result.status },
      result: { type: 'result', call: call.id, result, duration_ms },
    };
  }

  function submit(): void {
    if (isRunning) return;
    const read = formValues(parameters, texts.value);
    faults.value = read.ok ? {} : read.faults;
    if (read.ok) void run(read.values);
  }

  return (
    <Form layout="bare" class={classNames('form', styles.tryForm)} label={t('tools.try')} onSubmit={submit}>
      {Object.entries(parameters.properties).map(([name, parameter]) => (
        <ParameterField
          key={name}
          {...{ name, parameter }}
          isRequired={parameters.required?.includes(name) ?? false}
          text={texts.value[name] ?? ''}
          fault={faults.value[name]}
          onChange={(text) => (texts.value = { ...texts.value, [name]: text })}
        />
      ))}
      {/* Not `disabled`: the button keeps the focus, which a prompt gives back to it. */}
      <button type="submit" class="button primary" aria-disabled={isRunning}>
        {t('tools.run')}
      </button>
      {shown.value && <CallsCard key={shown.value.call.id} calls={[shown.value]} isOpen />}
    </Form>
  );
}

type ParameterFieldProps = {
  name: string;
  parameter: FormParameter;
  isRequired: boolean;
  text: string;
  fault: FieldFault | undefined;
  onChange: (text: string) => void;
};

/**
 * The field of one parameter: a select for an enum, JSON for lists and objects, a line of text for the rest.
 */
function ParameterField({ fault, name, ...rest }: ParameterFieldProps) {
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
