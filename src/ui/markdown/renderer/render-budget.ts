/** What parsing, colours and formulas of one message may cost together; the rest is shown as plain text. */
import { createContext } from 'preact';

/** On the page and in the renderer; parsing a book of a megabyte takes a quarter of it. */
const mostMs = 500;
/** Elements that the page makes of colours and formulas. */
const mostElements = 20_000;

export type RenderBudget = {
  leftMs(): number;
  /** Also gives time back, with a negative number. */
  spendMs(ms: number): void;
  /** False if this was too much: it is not shown. */
  spend(ms: number, elements: number): boolean;
};

export function createRenderBudget(): RenderBudget {
  let ms = mostMs;
  let elements = mostElements;
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

/** That of the message around it; null for a text that stands alone, which has its own. */
export const MessageBudgetContext = createContext<RenderBudget | null>(null);
export const RenderBudgetContext = createContext<RenderBudget>(createRenderBudget());
