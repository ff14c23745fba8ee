/** The heartbeat: its switch, its hours and limits, its list, and the results of the last beats. */
import { useSignal } from '@preact/signals';
import type { ModelError } from '#shared/models/provider.ts';
import { taskLimits, type HeartbeatSettings, type HeartbeatState } from '#shared/tasks/task.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useReload } from '#src/ui/use-reload.ts';
import { formatCost, formatCount } from '#src/ui/kit/format.ts';
import { BudgetInputs } from '#src/ui/kit/form/budget-inputs.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { AcceptButton } from './accept-button.tsx';
import { AgentField } from './agent-field.tsx';
import { heartbeatFields, readHeartbeat, type HeartbeatFields } from './heartbeat-fields.ts';
import { ResultRow } from './task-runs.tsx';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import { failureText, shortMoment, stalledText } from './task-text.ts';
import { heartbeatPath, useHeartbeatList } from './use-heartbeat-list.ts';
import styles from './tasks.module.css';

type SectionProps = { settings: HeartbeatSettings; fault: ModelError | undefined };

export function HeartbeatSection({ settings, fault }: SectionProps) {
  const { connection, toasts } = useApp();
  const turn = (isOn: boolean) => {
    const heartbeat = { isOn, title: t('tasks.heartbeat') };
    void toasts.attempt(connection.api.tasks.settings({ heartbeat }));
  };
  return (
    <Section title={t('tasks.heartbeat')} hint={t('tasks.heartbeat-hint')}>
      <ul class="cards">
        <SwitchRow label={t('tasks.heartbeat')} isOn={settings.isOn} onChange={turn} />
      </ul>
      {settings.isOn && fault && <p class={styles.failed}>{stalledText(fault)}</p>}
      {settings.isOn && <HeartbeatFacts settings={settings} />}
      {settings.isOn && <HeartbeatForm settings={settings} />}
    </Section>
  );
}

function HeartbeatFacts({ settings }: { settings: HeartbeatSettings }) {
  const { tasks } = useApp().connection.api;
  const state = useSignal<HeartbeatState | null>(null);
  useReload(['tasks', 'files'], async () => void (state.value = await tasks.heartbeat()), [settings]);
  if (!state.value) return null;
  const { next, results, spent, waiting, isListTooLarge } = state.value;
  const facts = { tokens: formatCount(spent.tokens), cost: formatCost(spent.cost) };
  return (
    <>
      {isListTooLarge && (
        <p class={styles.failed}>
          {failureText({ type: 'list-large' })}{' '}
          <a href={formatRoute({ view: 'files', path: heartbeatPath })}>{heartbeatPath}</a>
        </p>
      )}
      {waiting !== undefined && <WaitingList text={waiting} />}
      <p class="hint">
        {next !== null && `${t('tasks.next', { time: shortMoment(next) })} · `}
        {t('tasks.heartbeat-spent', facts)}
      </p>
      {results.length > 0 && (
        <ul class="cards" aria-label={t('tasks.heartbeat-results')}>
          {results.slice(0, 3).map((result) => (
            <ResultRow key={result.at} result={result} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Shows the whole text as the heartbeat would get it, because the user decides on it. */
function WaitingList({ text }: { text: string }) {
  const { connection, toasts } = useApp();
  async function accept(): Promise<void> {
    const isAccepted = await toasts.attempt(connection.api.tasks.acceptList(text));
    if (isAccepted !== undefined)
      toasts.show(t(isAccepted ? 'tasks.heartbeat-accepted' : 'tasks.heartbeat-changed'));
  }
  return (
    <ul class="cards">
      <li class={`card-row ${styles.asking}`}>
        <div class={styles.whole}>
          <strong>{t('tasks.heartbeat-waiting')}</strong>
          <p dir="auto">{text}</p>
          <small class="hint">{t('tasks.heartbeat-waiting-hint')}</small>
        </div>
        <div class="chips">
          <AcceptButton shown={text} accept={accept} />
        </div>
      </li>
    </ul>
  );
}

function HeartbeatForm({ settings }: { settings: HeartbeatSettings }) {
  const { connection, toasts } = useApp();
  const list = useHeartbeatList();
  const fields = useSignal(heartbeatFields(settings));
  const feedback = useSignal<FeedbackState>(null);

  function change(part: Partial<HeartbeatFields>): void {
    fields.value = { ...fields.value, ...part };
    feedback.value = null;
  }

  async function save(): Promise<void> {
    const fault = () => (feedback.value = { isGood: false, text: t('tasks.heartbeat-fault') });
    const read = readHeartbeat(fields.value);
    if (!read) return void fault();
    const heartbeat = { ...read, title: t('tasks.heartbeat') };
    const answer = await toasts.attempt(connection.api.tasks.settings({ heartbeat }));
    if (!answer) return;
    if (!answer.ok) return void fault();
    const saved = await list.save();
    if (saved) toasts.show(t(saved === 'saved' ? 'tasks.heartbeat-saved' : 'tasks.heartbeat-saved-waiting'));
  }

  return (
    <Form
      layout="page"
      class="wide"
      label={t('tasks.heartbeat')}
      feedback={feedback.value}
      action={t('tasks.heartbeat-save')}
      isMain={false}
      onSubmit={save}
    >
      <TextField
        label={t('tasks.heartbeat-list')}
        hint={t('tasks.heartbeat-list-hint')}
        value={list.text.value ?? ''}
        onChange={(text) => (list.text.value = text)}
      />
      <HeartbeatInputs fields={fields.value} onChange={change} />
    </Form>
  );
}

type InputProps = { fields: HeartbeatFields; onChange: (part: Partial<HeartbeatFields>) => void };

function HeartbeatInputs({ fields, onChange }: InputProps) {
  const { every, from, until, agent, model, budget } = fields;
  return (
    <>
      <Field
        label={t('tasks.heartbeat-every')}
        hint={t('tasks.heartbeat-range', taskLimits.heartbeatMinutes)}
        inputMode="numeric"
        value={every}
        onChange={(value) => onChange({ every: value })}
      />
      <Field
        label={t('tasks.heartbeat-from')}
        hint={t('tasks.heartbeat-range', { least: 0, most: 23 })}
        inputMode="numeric"
        value={from}
        onChange={(value) => onChange({ from: value })}
      />
      <Field
        label={t('tasks.heartbeat-until')}
        hint={t('tasks.heartbeat-range', { least: 1, most: 24 })}
        inputMode="numeric"
        value={until}
        onChange={(value) => onChange({ until: value })}
      />
      <AgentField agent={agent} onChange={(chosen) => onChange({ agent: chosen })} />
      <Field
        label={t('tasks.model')}
        hint={t('tasks.heartbeat-model-hint')}
        value={model}
        onChange={(value) => onChange({ model: value })}
      />
      <h3>{t('tasks.heartbeat-budget')}</h3>
      <BudgetInputs fields={budget} onChange={(part) => onChange({ budget: { ...budget, ...part } })} />
    </>
  );
}
