/** Parses a text task by task, within a budget for the whole of it; what exceeds the budget is plain text. */
import type { KnownToken } from './bounded-lexer.ts';
import { countElements } from './cut-long.ts';
import { createRenderBudget, type RenderBudget } from './renderer/render-budget.ts';
import {
  emptyLexed,
  hasLateLinks,
  lexNoMore,
  lexStep,
  restart,
  stepCharacters,
  withPlainBreaks,
  type Lexed,
} from './lex-more.ts';

/** Milliseconds of parsing in one task: half a frame. At least one step is done. */
const sliceMs = 8;
/** Elements that are drawn in one task. */
const sliceElements = 200;
/** The first step, and the shortest: characters may be elements, as in a list of letters. */
const firstCharacters = 500;
/** Elements of the whole text. */
const mostElements = 10_000;
/** Elements of a text that is drawn again, in one task, for a link definition at its end. */
const mostLinked = 3_000;

export type LexedSoFar = {
  tokens: readonly KnownToken[];
  /** False if another task is needed. */
  isDone: boolean;
  /** Changes when link definitions were found: tokens of the same text are others then. */
  edition: number;
};

export type Lexing = {
  /** Goes on with the text, which may have grown. */
  advance(source: string, isLive: boolean): LexedSoFar;
  /** What was parsed took so long to be drawn. Given back, as the time of parsing is, when another text comes. */
  drew(ms: number): void;
};

/** `now`: milliseconds. `budget`: that of the message, of which this may be one of several texts. */
export function createLexing(now: () => number, budget: RenderBudget = createRenderBudget()): Lexing {
  let shown = emptyLexed;
  /** A second parse, with all link definitions; shown when it is complete. */
  let second: Lexed | null = null;
  let spentMs = 0;
  let steps = createSteps();
  let edition = 0;

  function slice(before: Lexed, text: string, isLive: boolean): Lexed {
    const begin = now();
    const elementsBefore = steps.elements();
    let lexed = before;
    do {
      if (budget.leftMs() <= now() - begin || steps.elements() > mostElements) lexed = lexNoMore(lexed, text);
      else lexed = steps.take(lexed, text);
    } while (
      lexed.text.length < text.length &&
      now() - begin < sliceMs &&
      steps.elements() - elementsBefore < sliceElements
    );
    // A streaming text is parsed with every frame: only what takes longer than a slice is counted.
    const spent = isLive ? Math.max(0, now() - begin - sliceMs) : now() - begin;
    spend(spent);
    return lexed;
  }

  function spend(ms: number): void {
    spentMs += ms;
    budget.spendMs(ms);
  }

  function advance(text: string, isLive: boolean): boolean {
    if (!text.startsWith(shown.text)) {
      budget.spendMs(-spentMs);
      [shown, second, spentMs, steps] = [emptyLexed, null, 0, createSteps()];
    }
    if (shown.text.length < text.length) shown = slice(shown, text, isLive);
    if (shown.text.length < text.length) return false;
    if (isLive || !hasLateLinks(shown) || steps.elements() > mostLinked) return true;
    second = slice(second ?? restart(shown), text, false);
    if (second.text.length < text.length) return false;
    [shown, second] = [second, null];
    edition++;
    return true;
  }

  return {
    advance(source, isLive) {
      const isDone = advance(withPlainBreaks(source), isLive);
      return { tokens: shown.tokens, isDone, edition };
    },
    drew: spend,
  };
}

/** Steps of a parse; each is as long as fits half a slice. */
function createSteps() {
  let elements = 0;
  let characters = firstCharacters;

  function count(after: Lexed, before: Lexed): number {
    const fresh = after.tokens.slice(
      before.tokens.length - before.unstable,
      after.tokens.length - after.unstable,
    );
    return fresh.reduce((sum, token) => sum + countElements(token), 0);
  }

  return {
    /** Those of all steps. */
    elements: () => elements,
    take(before: Lexed, text: string): Lexed {
      const after = lexStep(before, text, characters);
      const made = count(after, before);
      elements += made;
      const isDense = made > sliceElements / 2;
      characters = isDense
        ? Math.max(firstCharacters, characters / 2)
        : Math.min(stepCharacters, characters * 2);
      return after;
    },
  };
}
