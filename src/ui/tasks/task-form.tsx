/** The form of one task: what, when, and by whom; with its next times as the schedule is typed. */
import type { Task, TaskSettings, ScheduleInput, TaskAnswer } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { budgetFault } from '#src/ui/kit/form/budget-fields.ts';
import { BudgetInputs } from '#src/ui/kit/form/budget-inputs.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { useFormDraft } from '#src/ui/kit/form/use-form-draft.ts';
import { AgentField } from './agent-field.tsx';
import { draftOf, fieldsOf, readFields, scheduleIn } from './task-fields.ts';
import { Origin } from './task-rows.tsx';
import { taskErrorText, momentText } from './task-text.ts';
import styles from './tasks.module.css';
import { WhenInputs } from './when-inputs.tsx';
import { zoneOf, type WhenFields } from './when-fields.ts';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

type FormProps = { stored: Task | undefined; settings: TaskSettings };

export function TaskForm({ stored, settings }: FormProps) {
  const { connection, toasts } = useApp();
  const { fields, feedback, change, fail, saved, cancel } = useFormDraft({
    record: 'task',
    id: stored?.id,
    first: () => fieldsOf(stored, Date.now()),
    read: readFields,
    list: { view: 'screen', name: 'tasks', path: '' },
    form: { view: 'screen', name: 'tasks', path: stored?.id ?? 'new' },
  });
  const { name, prompt, agent, model, when, budget } = fields.value;

  async function save(): Promise<void> {
    const fault = budgetFault(budget);
    if (fault) return fail(t(`budget.need-${fault}`));
    const answer = await toasts.attempt(connection.api.tasks.save(draftOf(fields.value, stored)));
    if (answer?.ok) saved(t('tasks.saved', { name: answer.value.name }));
    else if (answer) fail(taskErrorText(answer.error.code));
  }

  return (
    <Form layout="page" feedback={feedback.value} onCancel={cancel} onSubmit={save}>
      <Field label={t('tasks.name')} value={name} onChange={(value) => change({ name: value })} />
      <TextField
        label={t('tasks.prompt')}
        hint={t('tasks.prompt-hint')}
        value={prompt}
        onChange={(value) => change({ prompt: value })}
      />
      <When {...{ when, stored, settings }} onChange={(part) => change({ when: { ...when, ...part } })} />
      <AgentField agent={agent} onChange={(chosen) => change({ agent: chosen })} />
      <Field
        label={t('tasks.model')}
        hint={t('tasks.model-hint')}
        value={model}
        onChange={(value) => change({ model: value })}
      />
      <fieldset class={styles.budget}>
        <legend>{t('tasks.budget')}</legend>
        <BudgetInputs fields={budget} onChange={(part) => change({ budget: { ...budget, ...part } })} />
      </fieldset>
      {stored && <Origin task={stored} />}
    </Form>
  );
}

type WhenProps = FormProps & { when: WhenFields; onChange: (part: Partial<WhenFields>) => void };

function When({ when, stored, settings, onChange }: WhenProps) {
  return (
    <>
      <WhenInputs fields={when} zone={zoneOf(when, stored?.schedule)} onChange={onChange} />
      <NextTimes schedule={scheduleIn(when, stored)} hasHeartbeat={settings.heartbeat.isOn} />
    </>
  );
}

/** The next five times of a schedule in the user's language, or why the schedule is invalid. */
function NextTimes({ schedule, hasHeartbeat }: { schedule: ScheduleInput; hasHeartbeat: boolean }) {
  const { connection, toasts } = useApp();
  const answer = useSignal<TaskAnswer<number[]> | null>(null);
  const { at, cron, time_zone: zone } = schedule;
  const onHeartbeat = schedule.on_heartbeat === true;
  useEffect(() => {
    let isOver = false;
    void toasts.attempt(connection.api.tasks.times(schedule)).then((times) => {
      // A later edit gets its own answer.
      if (times && !isOver) answer.value = times;
    });
    return () => void (isOver = true);
  }, [at, cron, zone, onHeartbeat]);
  if (onHeartbeat)
    return <p class="hint">{t(hasHeartbeat ? 'tasks.with-heartbeat' : 'tasks.heartbeat-is-off')}</p>;
  if (!answer.value) return null;
  if (!answer.value.ok) return <p class="hint">{taskErrorText(answer.value.error.code)}</p>;
  return (
    <section aria-label={t('tasks.times')}>
      <h2 class={styles.timesTitle}>{t('tasks.times')}</h2>
      <ul class={styles.times}>
        {answer.value.value.map((time) => (
          <li key={time}>{momentText(time)}</li>
        ))}
      </ul>
    </section>
  );
}
