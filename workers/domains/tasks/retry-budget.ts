/** The budget of a task is for one due time, with all tries for it. Pure. */
import type { Budget } from '#shared/agents/agent.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import type { TaskFailure, TaskResult } from '#shared/tasks/task.ts';

type BudgetedTask = { budget?: Budget | undefined; results: readonly TaskResult[] };

/** In US dollars. Sums are not exact, so less than this counts as zero. */
const leastCost = 1e-9;

/** What earlier tries for this time have left of the budget; undefined: the task has none. */
export function budgetLeft({ budget, results }: BudgetedTask, due: number): Budget | undefined {
  if (!budget) return undefined;
  const spent = spentOnTries(results, due);
  const cost = budget.cost === undefined ? undefined : budget.cost - spent.cost;
  return {
    ...(budget.tokens === undefined ? {} : { tokens: Math.max(0, budget.tokens - spent.tokens) }),
    ...(cost === undefined ? {} : { cost: cost < leastCost ? 0 : cost }),
  };
}

/** The result of a try. If it failed and used up the budget, the failure is the budget: no retry follows. */
export function withUsedBudget({ budget, results }: BudgetedTask, result: TaskResult): TaskResult {
  const type = result.failure?.type;
  const isTry = type !== undefined && ['failed', 'interrupted', 'not-begun', 'budget'].includes(type);
  const failure =
    isTry && !result.isExtra && budgetFailure({ budget, results: [result, ...results] }, result.due);
  return failure ? { ...result, failure } : result;
}

function budgetFailure(task: BudgetedTask, due: number): TaskFailure | undefined {
  const { tokens, cost } = budgetLeft(task, due) ?? {};
  const { budget = {} } = task;
  if (tokens === 0 && budget.tokens) return { type: 'budget', limit: 'run-tokens', most: budget.tokens };
  if (cost === 0 && budget.cost) return { type: 'budget', limit: 'run-cost', most: budget.cost };
  return undefined;
}

/** The cost of all tries for a time. Extra runs of the user are no tries. */
function spentOnTries(results: readonly TaskResult[], due: number): Spent {
  const tries = results.filter((result) => result.due === due && !result.isExtra);
  return tries.reduce((sum, { spent }) => (spent ? addSpent(sum, spent) : sum), { tokens: 0, cost: 0 });
}
