/** Settings for long work: keep the screen on, notify at the end, daily budget. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatCount } from '#src/ui/kit/format.ts';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import { budgetFault, budgetFields, budgetOf, type BudgetFields } from '#src/ui/kit/form/budget-fields.ts';
import { BudgetInputs } from '#src/ui/kit/form/budget-inputs.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';

export function WorkSection() {
  const { wakeLock } = useApp();
  return (
    <Section title={t('settings.work')}>
      {wakeLock.isSupported && (
        <ul class="cards">
          <SwitchRow
            label={t('settings.awake')}
            hint={t('settings.awake-hint')}
            isOn={wakeLock.isOn.value}
            onChange={(isOn) => (wakeLock.isOn.value = isOn)}
          />
        </ul>
      )}
      <TitlesSwitch />
      <NotifyLine />
      <DayBudgetForm />
    </Section>
  );
}

function TitlesSwitch() {
  const { connection, toasts } = useApp();
  const isOn = useSignal<boolean | null>(null);
  const ask = async (wanted?: boolean) => {
    const answer = await toasts.attempt(connection.api.sessions.writeTitles(wanted));
    if (answer !== undefined) isOn.value = answer;
  };
  useEffect(() => void ask(), []);
  if (isOn.value === null) return null;
  return (
    <ul class="cards">
      <SwitchRow
        label={t('settings.titles')}
        hint={t('settings.titles-hint')}
        isOn={isOn.value}
        onChange={(wanted) => void ask(wanted)}
      />
    </ul>
  );
}

function NotifyLine() {
  const { runNotices, toasts } = useApp();
  const permission = runNotices.permission.value;
  if (permission === 'unsupported') return null;
  if (permission !== 'default')
    return <p class="hint">{t(permission === 'granted' ? 'settings.notify-on' : 'settings.notify-off')}</p>;
  return <Button onClick={() => void toasts.attempt(runNotices.ask())}>{t('settings.notify')}</Button>;
}

function DayBudgetForm() {
  const { dayBudget, toasts } = useApp();
  const typed = useSignal<BudgetFields | null>(null);
  const feedback = useSignal<FeedbackState>(null);
  useEffect(() => void dayBudget.refresh(), []);
  const stored = dayBudget.state.value;
  const fields = typed.value ?? budgetFields(stored?.budget);

  async function save(): Promise<void> {
    const fault = budgetFault(fields);
    feedback.value = fault && { isGood: false, text: t(`budget.need-${fault}`) };
    if (fault || !(await dayBudget.save(budgetOf(fields)))) return;
    typed.value = null;
    toasts.show(t('settings.budget-saved'));
  }

  return (
    <Form
      layout="section"
      label={t('settings.day-budget')}
      feedback={feedback.value}
      isDisabled={typed.value === null}
      onSubmit={save}
    >
      <h3>{t('settings.day-budget')}</h3>
      {stored && <p class="hint numbers">{spentSentence(stored.spent)}</p>}
      <BudgetInputs fields={fields} onChange={(part) => (typed.value = { ...fields, ...part })} />
    </Form>
  );
}

function spentSentence({ tokens, cost }: { tokens: number; cost: number }): string {
  const money = cost.toLocaleString(language.value, { style: 'currency', currency: 'USD' });
  return t('settings.day-spent', { tokens: formatCount(tokens), cost: money });
}
