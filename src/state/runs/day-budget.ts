/** The daily budget and today's spending. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Budget } from '#shared/agents/agent.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { DayBudget } from '#shared/rpc/protocol.ts';
import type { Toasts } from '../base/toasts.ts';

export type DayBudgetState = {
  /** `null` until loaded. */
  state: ReadonlySignal<DayBudget | null>;
  refresh(): Promise<void>;
  /** Resolves to false if it could not be saved; a toast says why. */
  save(budget: Budget): Promise<boolean>;
};

export function createDayBudget(
  api: { budget: Pick<EngineApi['budget'], 'day'> },
  toasts: Pick<Toasts, 'attempt' | 'show'>,
): DayBudgetState {
  const state = signal<DayBudget | null>(null);

  async function ask(budget?: Budget): Promise<boolean> {
    const answer = await toasts.attempt(api.budget.day(budget));
    if (!answer) return false;
    if (answer.ok) state.value = answer.value;
    else toasts.show(answer.error.message);
    return answer.ok;
  }

  return {
    state,
    refresh: async () => void (await ask()),
    save: (budget) => ask(budget),
  };
}
