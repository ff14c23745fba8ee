/** Combines two budgets that both apply. */
import type { Budget } from './agent.ts';

/** The lower of each limit. */
export function lowerBudget(one: Budget = {}, other: Budget = {}): Budget {
  const tokens = Math.min(one.tokens ?? Infinity, other.tokens ?? Infinity);
  const cost = Math.min(one.cost ?? Infinity, other.cost ?? Infinity);
  return { ...(tokens < Infinity ? { tokens } : {}), ...(cost < Infinity ? { cost } : {}) };
}
