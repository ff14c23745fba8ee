/** The form of one task: what, when, and by whom; with its next times as the schedule is typed. */
import { useSignal } from '@preact/signals';
import { asId } from '#shared/ids.ts';
import type { ScheduleInput, Task, TaskDraft, TaskSettings } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { budgetFault, budgetFields, budgetOf, type BudgetFields } from '#src/ui/kit/form/budget-fields.ts';
import { BudgetInputs } from '#src/ui/kit/form/budget-inputs.tsx';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { AgentField } from './agent-field.tsx';
import { NextTimes } from './next-times.tsx';
import { Origin } from './task-rows.tsx';
import { taskErrorText } from './task-text.ts';
import styles from './tasks.module.css';
import { WhenInputs } from './when-inputs.tsx';
import { newWhen, scheduleOf, whenOf, zoneOf, type WhenFields } from './when-fields.ts';

type Fields = {
  name: string;
  prompt: string;
  agent: string;
  model: string;
  when: WhenFields;
  budget: BudgetFields;
};

type FormProps = { stored: Task | undefined; settings: TaskSettings };

export function TaskForm({ stored, settings }: FormProps) {
  const { connection, router, toasts } = useApp();
  const fields = useSignal(fieldsOf(stored));
  const feedback = useSignal<FeedbackState>(null);
  const { name, prompt, agent, model, when, budget } = fields.value;
  const toList = () => router.go({ view: 'screen', name: 'tasks', path: '' });

  function change(part: Partial<Fields>): void {
    fields.value = { ...fields.value, ...part };
    feedback.value = null;
  }

  async function save(): Promise<void> {
    const fault = budgetFault(budget);
    if (fault) return void (feedback.value = { isGood: false, text: t(`budget.need-${fault}`) });
    const saved = await toasts.attempt(connection.api.tasks.save(draftOf(fields.value, stored)));
    if (!saved) return;
    if (!saved.ok) return void (feedback.value = { isGood: false, text: taskErrorText(saved.error.code) });
    toasts.show(t('tasks.saved', { name: saved.value.name }));
    toList();
  }

  return (
    <form class="form" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
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
      <div class="form-end">
        <Feedback state={feedback.value} />
        <div class="form-actions">
          <button type="button" class="button" onClick={toList}>
            {t('edit.cancel')}
          </button>
          <button type="submit" class="button primary">
            {t('edit.save')}
          </button>
        </div>
      </div>
    </form>
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

function fieldsOf(stored: Task | undefined): Fields {
  const now = Date.now();
  return {
    ...{ name: stored?.name ?? '', prompt: stored?.prompt ?? '' },
    ...{ agent: stored?.agent ?? '', model: stored?.model ?? '', budget: budgetFields(stored?.budget) },
    when: stored ? whenOf(stored.schedule, now) : newWhen(now),
  };
}

function draftOf({ name, prompt, agent, model, when, budget }: Fields, stored: Task | undefined): TaskDraft {
  return {
    ...{ name, prompt, model, budget: budgetOf(budget) },
    ...scheduleIn(when, stored),
    ...(agent === '' ? {} : { agent: asId<'agent'>(agent) }),
    ...(stored ? { id: stored.id } : {}),
  };
}

/** Keeps the time zone of the stored task as long as its times are unchanged. */
function scheduleIn(when: WhenFields, stored: Task | undefined): ScheduleInput {
  const zone = zoneOf(when, stored?.schedule);
  return { ...scheduleOf(when), ...(zone === undefined ? {} : { time_zone: zone }) };
}
