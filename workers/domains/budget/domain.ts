/** The daily budget, and what today has cost. */
import type { BudgetApi } from '#shared/api/models/budget.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { Database } from '#workers/storage/database.ts';
import { createSpending, type Spending } from './spending.ts';

export const budget = {
  start: ({ database }) => ({ spending: createSpending(database) }),
  backup: async (needs) => (await import('./backup.ts')).budgetInBackup(needs),
  open: ({ spending }) => ({
    async day(limit) {
      const { checkBudget } = await import('./check-budget.ts');
      const message = checkBudget(limit);
      if (message) return { ok: false, error: { type: 'validation_error', message } };
      if (limit) await spending.setBudget(limit);
      return { ok: true, value: { budget: await spending.budget(), spent: await spending.today() } };
    },
  }),
} satisfies Domain<BudgetApi, { spending: Spending }, { database: Database }>;
