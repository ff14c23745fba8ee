/** The fields of the form of a task as pure functions: a task in, a draft for the engine out. */
import { asId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ScheduleInput, Task, TaskDraft } from '#shared/tasks/task.ts';
import { budgetFields, budgetOf, type BudgetFields } from '#src/ui/kit/form/budget-fields.ts';
import { readTexts } from '#src/ui/kit/form/stored-draft.ts';
import { newWhen, scheduleOf, whenKinds, whenOf, zoneOf, type WhenFields } from './when-fields.ts';

export type TaskFields = {
  name: string;
  prompt: string;
  agent: string;
  model: string;
  when: WhenFields;
  budget: BudgetFields;
};

export function fieldsOf(stored: Task | undefined, now: number): TaskFields {
  return {
    ...{ name: stored?.name ?? '', prompt: stored?.prompt ?? '' },
    ...{ agent: stored?.agent ?? '', model: stored?.model ?? '', budget: budgetFields(stored?.budget) },
    when: stored ? whenOf(stored.schedule, now) : newWhen(now),
  };
}

/** A stored draft; `first` for what is missing or unknown in it. */
export function readFields(stored: JsonObject, first: TaskFields): TaskFields {
  const { when, budget, ...texts } = first;
  const typed = readTexts(stored.when, when);
  return {
    ...readTexts(stored, texts),
    budget: readTexts(stored.budget, budget),
    when: whenKinds.includes(typed.kind) ? typed : when,
  };
}

export function draftOf(fields: TaskFields, stored: Task | undefined): TaskDraft {
  const { name, prompt, agent, model, when, budget } = fields;
  return {
    ...{ name, prompt, model, budget: budgetOf(budget) },
    ...scheduleIn(when, stored),
    ...(agent === '' ? {} : { agent: asId<'agent'>(agent) }),
    ...(stored ? { id: stored.id } : {}),
  };
}

/** Keeps the time zone of the stored task as long as its times are unchanged. */
export function scheduleIn(when: WhenFields, stored: Task | undefined): ScheduleInput {
  const zone = zoneOf(when, stored?.schedule);
  return { ...scheduleOf(when), ...(zone === undefined ? {} : { time_zone: zone }) };
}
