/** The budget for parsing, colours and formulas of one message together; the rest is shown as plain text. */
import { createContext } from 'preact';

/** Milliseconds, on the page and in the renderer; parsing a book of a megabyte takes a quarter of it. */
const maxMs = 500;
/** Elements that the page creates for colours and formulas. */
const maxElements = 20_000;

export type RenderBudget = {
  leftMs(): number;
  /** A negative number returns time. */
  spendMs(ms: number): void;
  /** False if this exceeds the budget: the result is then not shown. */
  spend(ms: number, elements: number): boolean;
};

export function createRenderBudget(): RenderBudget {
  let ms = maxMs;
  let elements = maxElements;
  return {
    leftMs: () => Math.max(0, ms),
    spendMs: (spent) => void (ms -= spent),
    spend(tookMs, made) {
      ms -= tookMs;
      if (made > elements) return false;
      elements -= made;
      return true;
    },
  };
}

/** The budget of the message around a text; null for a text outside a message, which has its own. */
export const MessageBudgetContext = createContext<RenderBudget | null>(null);
export const RenderBudgetContext = createContext<RenderBudget>(createRenderBudget());
