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
import { ParameterField } from './parameter-field.tsx';
import { readParameters } from './read-parameter.ts';
import { formValues, type FieldFault } from './schema-form.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tools.module.css';

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
