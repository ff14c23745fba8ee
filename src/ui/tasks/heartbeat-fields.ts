/** The settings of the heartbeat as fields of its form, and back. Pure. */
import type { HeartbeatSettings } from '#shared/tasks/task.ts';
import { budgetFault, budgetFields, budgetOf, type BudgetFields } from '#src/ui/kit/form/budget-fields.ts';

/** As typed. */
export type HeartbeatFields = { every: string; from: string; until: string; budget: BudgetFields };

type Figures = Pick<HeartbeatSettings, 'everyMinutes' | 'fromHour' | 'untilHour' | 'budget'>;

export function heartbeatFields({ everyMinutes, fromHour, untilHour, budget }: Figures): HeartbeatFields {
  return {
    ...{ every: String(everyMinutes), from: String(fromHour), until: String(untilHour) },
    budget: budgetFields(budget),
  };
}

/** Null: a field is empty or no number; the engine checks their ranges. */
export function readHeartbeat({ every, from, until, budget }: HeartbeatFields): Figures | null {
  const [everyMinutes, fromHour, untilHour] = [every, from, until].map(wholeNumber);
  if (everyMinutes === undefined || fromHour === undefined || untilHour === undefined) return null;
  return budgetFault(budget) ? null : { everyMinutes, fromHour, untilHour, budget: budgetOf(budget) };
}

/** An empty field is not 0, as `Number` says. */
function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
}
