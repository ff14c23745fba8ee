/** A budget as two fields of a form, and back; the same for an agent and for a day. */
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

/** Of fields without a fault. */
export function budgetOf({ tokens, cost }: BudgetFields): Budget {
  return {
    ...(tokens.trim() === '' ? {} : { tokens: toNumber(tokens) }),
    ...(cost.trim() === '' ? {} : { cost: toNumber(cost) }),
  };
}

/** Half of the world writes 2,50. */
function toNumber(text: string): number {
  return Number(text.trim().replace(',', '.'));
}
