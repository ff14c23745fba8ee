/** Checks a spending limit before it is saved; returns the fault as a sentence. */
import type { Budget } from '#shared/agents/agent.ts';

export function checkBudget(budget: Budget = {}): string | undefined {
  const { tokens, cost } = budget;
  if (tokens !== undefined && !(Number.isInteger(tokens) && tokens > 0))
    return "'tokens' of a budget must be a whole number above 0.";
  return cost === undefined || (Number.isFinite(cost) && cost > 0)
    ? undefined
    : "'cost' of a budget must be US dollars above 0.";
}
