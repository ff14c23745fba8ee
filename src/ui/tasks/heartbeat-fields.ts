/** The settings of the heartbeat as fields of its form, and back. Pure. */
import { asId, type AgentId } from '#shared/ids.ts';
import type { HeartbeatSettings } from '#shared/tasks/task.ts';
import { budgetFault, budgetFields, budgetOf, type BudgetFields } from '#src/ui/kit/form/budget-fields.ts';

/** As typed. */
export type HeartbeatFields = {
  every: string;
  from: string;
  until: string;
  /** Empty: the everyday one. */
  agent: string;
  /** Empty: that of the agent. */
  model: string;
  budget: BudgetFields;
};

type Chosen = Pick<HeartbeatSettings, 'everyMinutes' | 'fromHour' | 'untilHour' | 'budget'> & {
  agent: AgentId | null;
  model: string;
};

export function heartbeatFields(settings: Omit<HeartbeatSettings, 'isOn'>): HeartbeatFields {
  const { everyMinutes, fromHour, untilHour, agent = '', model = '', budget } = settings;
  return {
    ...{ every: String(everyMinutes), from: String(fromHour), until: String(untilHour) },
    ...{ agent, model, budget: budgetFields(budget) },
  };
}

/** Null if a field is empty or not a number; the engine checks the ranges. */
export function readHeartbeat(fields: HeartbeatFields): Chosen | null {
  const { every, from, until, agent, model, budget } = fields;
  const [everyMinutes, fromHour, untilHour] = [every, from, until].map(wholeNumber);
  if (everyMinutes === undefined || fromHour === undefined || untilHour === undefined) return null;
  if (budgetFault(budget)) return null;
  const who = { agent: agent === '' ? null : asId<'agent'>(agent), model: model.trim() };
  return { everyMinutes, fromHour, untilHour, ...who, budget: budgetOf(budget) };
}

/** Undefined for an empty field, which `Number` would read as 0. */
function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
}
