/** Tokens and money used by requests, summed up. */

/** Tokens, and US dollars as far as prices are known. */
export type Spent = { tokens: number; cost: number };

/** Ignores NaN, infinite and negative amounts, which would make a budget unreachable. */
export function addSpent(sum: Spent, more: Spent): Spent {
  return {
    tokens: addAmount(sum.tokens, more.tokens),
    cost: addAmount(sum.cost, more.cost),
  };
}

function addAmount(sum: number, more: number): number {
  const isAmount = Number.isFinite(more) && more > 0;
  return Math.min(isAmount ? sum + more : sum, Number.MAX_SAFE_INTEGER);
}
