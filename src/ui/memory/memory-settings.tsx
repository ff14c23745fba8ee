/** The switch of memory and its settings: whether memories wait for the user, and the budget. */
import { useSignal } from '@preact/signals';
import { memoryLimits, type MemorySettings } from '#shared/memory/memory.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { SwitchRow } from '#src/ui/kit/switch.tsx';

export function MemorySwitches({ settings }: { settings: MemorySettings }) {
  const { connection, toasts } = useApp();
  async function change(wanted: Partial<MemorySettings>): Promise<void> {
    const answer = await toasts.attempt(connection.api.memory.settings(wanted));
    if (answer && !answer.ok) toasts.show(memoryErrorText(answer.error.code));
  }
  return (
    <Section title={t('memory.title')} isTitleHidden hint={t(settings.isOn ? 'memory.hint' : 'memory.off')}>
      <ul class="cards">
        <SwitchRow label={t('memory.on')} isOn={settings.isOn} onChange={(isOn) => void change({ isOn })} />
        {settings.isOn && (
          <SwitchRow
            label={t('memory.asks-first')}
            hint={t('memory.asks-first-hint')}
            isOn={settings.asksFirst}
            onChange={(asksFirst) => void change({ asksFirst })}
          />
        )}
      </ul>
      {settings.isOn && <BudgetField tokens={settings.budgetTokens} onChange={change} />}
    </Section>
  );
}

type BudgetProps = { tokens: number; onChange: (change: Partial<MemorySettings>) => Promise<void> };

function BudgetField({ tokens, onChange }: BudgetProps) {
  const typed = useSignal<string | null>(null);
  const { least, most } = memoryLimits.budgetTokens;
  const range = t('memory.budget-range', { least, most });
  const value = typed.value ?? String(tokens);
  const isGood = /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
  return (
    <Field
      label={t('memory.budget')}
      inputMode="numeric"
      value={value}
      hint={range}
      error={isGood ? undefined : range}
      onChange={(text) => {
        typed.value = text;
        const wanted = Number(text);
        if (/^\d+$/.test(text) && wanted >= least && wanted <= most) void onChange({ budgetTokens: wanted });
      }}
    />
  );
}
