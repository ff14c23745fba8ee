/** Converts a budget to two form fields and back; for an agent and for a day. */
import type { Budget } from '#shared/agents/agent.ts';

/** As typed; empty: no limit. */
export type BudgetFields = { tokens: string; cost: string };
export type BudgetFault = 'tokens' | 'cost';

export function budgetFields({ tokens, cost }: Budget = {}): BudgetFields {
  return { tokens: tokens === undefined ? '' : String(tokens), cost: cost === undefined ? '' : String(cost) };
}

export function budgetFault({ tokens, cost }: BudgetFields): BudgetFault | null {
  if (!/^([1-9]\d{0,11})?$/.test(tokens.trim())) return 'tokens';
  const isCost = /^(\d{1,6}([.,]\d{1,4})?)?$/.test(cost.trim()) && (cost.trim() === '' || toNumber(cost) > 0);
  return isCost ? null : 'cost';
}

/** For valid fields only. */
export function budgetOf({ tokens, cost }: BudgetFields): Budget {
  return {
    ...(tokens.trim() === '' ? {} : { tokens: toNumber(tokens) }),
    ...(cost.trim() === '' ? {} : { cost: toNumber(cost) }),
  };
}

/** Accepts a decimal comma. */
function toNumber(text: string): number {
  return Number(text.trim().replace(',', '.'));
}
