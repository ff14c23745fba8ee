/** The form of one task: what, when, and by whom; with its next times as the schedule is typed. */
import type { Task, TaskSettings } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { budgetFault } from '#src/ui/kit/form/budget-fields.ts';
import { BudgetInputs } from '#src/ui/kit/form/budget-inputs.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { useFormDraft } from '#src/ui/kit/form/use-form-draft.ts';
import { AgentField } from './agent-field.tsx';
import { NextTimes } from './next-times.tsx';
import { draftOf, fieldsOf, readFields, scheduleIn } from './task-fields.ts';
import { Origin } from './task-rows.tsx';
import { taskErrorText } from './task-text.ts';
import styles from './tasks.module.css';
import { WhenInputs } from './when-inputs.tsx';
import { zoneOf, type WhenFields } from './when-fields.ts';

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
