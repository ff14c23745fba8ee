/** Spending limits: `api.budget`. */
import type { Budget } from '../../agents/agent.ts';
import type { DayBudget, Fallible } from '../../rpc/protocol.ts';

export type BudgetApi = {
  /** The limit of a day over all sessions, and today's spending. Sets the limit if `budget` is given. */
  day(budget?: Budget): Promise<Fallible<DayBudget>>;
};
