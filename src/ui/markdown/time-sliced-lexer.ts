/**
 * Parses a text in several tasks, within a budget for the whole text; the rest beyond the budget is plain
 * text.
 */
import type { KnownToken } from './bounded-lexer.ts';
import { countElements } from './cut-long.ts';
import { createRenderBudget, type RenderBudget } from './renderer/render-budget.ts';
import {
  initialLexerState,
  hasLateLinks,
  appendUnparsed,
  lexStep,
  restart,
  stepCharacters,
  withPlainBreaks,
  type LexerState,
} from './incremental-lexer.ts';

/** Milliseconds of parsing in one task: half a frame. At least one step is done. */
const sliceMs = 8;
/** Elements rendered in one task. */
const sliceElements = 300;
/** The first step, and the shortest: in a list of letters, each character may become an element. */
const firstCharacters = 500;
/** Limit of elements of the whole text, a block counting as one more: it is memoized and laid out on its own. */
const maxElements = 7_000;
/**
 * Limit of elements for a second parse: after a link definition at the end, the text is rendered again in one
 * task.
 */
const maxLinked = 3_000;

export type LexerOutput = {
  tokens: readonly KnownToken[];
  /** False if another task is needed. */
  isDone: boolean;
  /** Changes when link definitions were found, which give the same text other tokens. */
  edition: number;
};

export type TimeSlicedLexer = {
  /** Parses further. The text may have grown since the last call. */
  advance(source: string, isLive: boolean): LexerOutput;
  /**
   * Adds rendering time to the budget. Like the parsing time, it is returned when another text replaces this
   * one.
   */
  addRenderTime(ms: number): void;
};

/** `now`: milliseconds. `budget`: that of the message, which may contain several texts. */
export function createTimeSlicedLexer(
  now: () => number,
  budget: RenderBudget = createRenderBudget(),
): TimeSlicedLexer {
  let shown = initialLexerState;
  /** A second parse, with all link definitions; shown when it is complete. */
  let second: LexerState | null = null;
  let spentMs = 0;
  let steps = createSteps();
  let edition = 0;

  function slice(before: LexerState, text: string, isLive: boolean): LexerState {
    const begin = now();
    const elementsBefore = steps.elements();
    let lexed = before;
    do {
      if (budget.leftMs() <= now() - begin || steps.elements() > maxElements)
        lexed = appendUnparsed(lexed, text);
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
      [shown, second, spentMs, steps] = [initialLexerState, null, 0, createSteps()];
    }
    if (shown.text.length < text.length) shown = slice(shown, text, isLive);
    if (shown.text.length < text.length) return false;
    if (isLive || !hasLateLinks(shown) || (!second && steps.elements() > maxLinked)) return true;
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
    addRenderTime: spend,
  };
}

/** Steps of a parse; their length adapts, so that two or more fit into one slice. */
function createSteps() {
  let elements = 0;
  let characters = firstCharacters;

  /** How many elements a step added, including those of a block that still grows, such as a table. */
  function count(after: LexerState, before: LexerState): number {
    const stable = before.tokens.length - before.unstable;
    return Math.max(0, elementsFrom(after.tokens, stable) - elementsFrom(before.tokens, stable));
  }

  return {
    /** The elements of all steps. */
    elements: () => elements,
    take(before: LexerState, text: string): LexerState {
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

function elementsFrom(tokens: readonly KnownToken[], from: number): number {
  return tokens.slice(from).reduce((sum, token) => {
    const elements = countElements(token);
    return sum + (elements > 0 ? elements + 1 : 0);
  }, 0);
}
