/** Sampling: whether a server may ask the user's model, and its tokens per day. */
import { useSignal } from '@preact/signals';
import type { McpSampling, McpServerInfo } from '#shared/mcp/mcp.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '../../app-context.ts';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { Section } from '#src/ui/kit/form/section.tsx';

export function Sampling({ server, servers }: { server: McpServerInfo; servers: Servers }) {
  const { connection } = useApp();
  const { id, name, url, sampling, sampledToday } = server;
  const save = (next: McpSampling) =>
    servers.change(connection.api.mcp.save({ id, name, url, sampling: next }));
  return (
    <Section title={t('mcp.sampling')} hint={t('mcp.sampling-hint')}>
      <ul class="cards">
        <SwitchRow
          label={t('mcp.sampling-switch')}
          hint={sampling.isOn && t('mcp.sampling-today', { count: sampledToday })}
          isOn={sampling.isOn}
          onChange={(isOn) => void save({ ...sampling, isOn })}
        />
      </ul>
      {sampling.isOn && (
        <BudgetField
          tokens={sampling.tokensPerDay}
          onSave={(tokensPerDay) => void save({ ...sampling, tokensPerDay })}
        />
      )}
    </Section>
  );
}

function BudgetField({ tokens, onSave }: { tokens: number; onSave: (tokens: number) => void }) {
  const typed = useSignal<string | null>(null);
  const fault = useSignal<FormFault | null>(null);

  function save(): void {
    const wanted = Number(typed.value?.trim());
    const isWhole = Number.isSafeInteger(wanted) && wanted > 0;
    fault.value = isWhole ? null : { field: 'budget', text: t('edit.need-tokens') };
    if (!isWhole) return;
    typed.value = null;
    onSave(wanted);
  }

  return (
    <Form layout="bare" class="wide" fault={fault.value} onSubmit={save}>
      <Field
        label={t('mcp.sampling-budget')}
        name="budget"
        inputMode="numeric"
        value={typed.value ?? String(tokens)}
        onChange={(value) => {
          typed.value = value;
          fault.value = null;
        }}
      >
        <button type="submit" class="button" disabled={typed.value === null}>
          {t('edit.save')}
        </button>
      </Field>
    </Form>
  );
}
