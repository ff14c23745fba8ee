/** What the colours and formulas of one message may cost; the rest is shown as plain text. */
import { createContext } from 'preact';

/** In the renderer, beside the page. */
const mostMs = 1_000;
/** Elements that the page makes of them. */
const mostElements = 20_000;

export type RenderBudget = {
  leftMs(): number;
  /** False if this was too much: it is not shown. */
  spend(ms: number, elements: number): boolean;
};

export function createRenderBudget(): RenderBudget {
  let ms = mostMs;
  let elements = mostElements;
  return {
    leftMs: () => Math.max(0, ms),
    spend(tookMs, made) {
      ms -= tookMs;
      if (made > elements) return false;
      elements -= made;
      return true;
    },
  };
}

export const RenderBudgetContext = createContext<RenderBudget>(createRenderBudget());
