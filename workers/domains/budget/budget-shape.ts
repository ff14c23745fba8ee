/** The schema of a budget in a backup. */
import * as v from 'valibot';
import type { Budget } from '#shared/agents/agent.ts';
import { positive, record } from '../backup/shape.ts';
import { checkBudget } from './check-budget.ts';

export const budgetShape = v.pipe(
  record<Budget>({ tokens: v.optional(positive), cost: v.optional(positive) }),
  v.check((budget) => checkBudget(budget) === undefined),
);
