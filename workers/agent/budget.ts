/** Budgets of a run and a day, checked before every request, so that they are exceeded by one reply at most. */
import type { Budget } from '#shared/agents/agent.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';

/** The sum of tokens and cost (US dollars) of messages, or of the events that end their replies. */
export function spentOn(replies: readonly Pick<Message, 'usage' | 'cost'>[]): Spent {
  return replies.reduce<Spent>(
    (sum, { usage, cost = 0 }) =>
      addSpent(sum, { tokens: usage ? usage.inputTokens + usage.outputTokens : 0, cost }),
    { tokens: 0, cost: 0 },
  );
}

/** The outcome that ends the run, if a budget is used up. `today` includes the run. */
export function overBudget(
  run: Spent,
  today: Spent,
  limits: { run: Budget; day: Budget },
): (Outcome & { type: 'budget' }) | undefined {
  const checks = [
    ['run-tokens', run.tokens, limits.run.tokens],
    ['run-cost', run.cost, limits.run.cost],
    ['day-tokens', today.tokens, limits.day.tokens],
    ['day-cost', today.cost, limits.day.cost],
  ] as const;
  for (const [limit, spent, most] of checks)
    if (most !== undefined && spent >= most) return { type: 'budget', limit, most };
  return undefined;
}

/** As `overBudget`, for a run and those above it, each with what counts against its own budget. */
export function overBudgets(
  runs: readonly { spent: Spent; budget: Budget }[],
  today: Spent,
  day: Budget,
): (Outcome & { type: 'budget' }) | undefined {
  for (const { spent, budget } of runs) {
    const over = overBudget(spent, today, { run: budget, day });
    if (over) return over;
  }
  return undefined;
}

/** As `overBudgets`, once one more request has cost `next`. */
export function usedUpAfter(
  next: Spent,
  runs: readonly { spent: Spent; budget: Budget }[],
  today: Spent,
  day: Budget,
): (Outcome & { type: 'budget' }) | undefined {
  const later = runs.map(({ spent, budget }) => ({ spent: addSpent(spent, next), budget }));
  return overBudgets(later, addSpent(today, next), day);
}
