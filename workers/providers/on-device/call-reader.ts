/** Separates calls and reasoning from the text that a model streams; an incomplete call is held back. */
import { jsonEnd, mayBeCall, readCalls, type WrittenCall } from './call-json.ts';

export type ReplyPart =
  { type: 'text'; text: string } | { type: 'reasoning'; text: string } | ({ type: 'call' } & WrittenCall);

export type CallReader = {
  push(text: string): ReplyPart[];
  /** The reply is over: returns what was held back. */
  end(): ReplyPart[];
  /** The model began to invent the result of its own call; what follows is discarded. */
  isOver(): boolean;
};

/** `code`: inside a fenced block, where nothing is a call. `over`: the rest is discarded. */
type Mode = 'text' | 'thought' | 'call' | 'code' | 'over';
/**
 * The result of reading the beginning of the held text; undefined if more text is needed. Contract: depends
 * on the text alone, not on how it was split into packets.
 */
type Step = { parts: ReplyPart[]; used: number; mode: Mode } | undefined;
type Around = { isEnd: boolean; isLineStart: boolean; tools: ReadonlySet<string> };

const callTag = '<tool_call>';
const callEnd = '</tool_call>';
const thoughtTag = '<think>';
const thoughtEnd = '</think>';
const resultTag = '<tool_response>';
const listTag = '[TOOL_CALLS]';
const fence = '```';
const marks = [callTag, callEnd, thoughtTag, thoughtEnd, resultTag, listTag, fence];
const anyMark = new RegExp(marks.map((mark) => mark.replaceAll(/[[\]]/g, '\\$&')).join('|'));
/** A code block of this kind may hold a call. */
const callFence = /^```(?:json|tool|tool_call|tool_code|)[ \t]*\n\s*/;

export function createCallReader(tools: ReadonlySet<string>): CallReader {
  const trimmer = createTrimmer();
  let held = '';
  let mode: Mode = 'text';
  /** The current line is blank so far, so that a brace would open it. */
  let isLineStart = true;

  function drain(isEnd: boolean): ReplyPart[] {
    const parts: ReplyPart[] = [];
    while (held !== '') {
      const step = readStep(mode, held, { isEnd, isLineStart, tools });
      if (!step) break;
      parts.push(...step.parts.flatMap(trimmer.pass));
      isLineStart = startsLine(step.parts, isLineStart);
      held = held.slice(step.used);
      mode = step.mode;
    }
    return parts;
  }

  return {
    push(text) {
      held += text;
      return drain(false);
    },
    end: () => drain(true),
    isOver: () => mode === 'over',
  };
}

function readStep(mode: Mode, held: string, around: Around): Step {
  switch (mode) {
    case 'text':
      return readText(held, around);
    case 'thought':
      return readUntil(held, thoughtEnd, 'reasoning', around);
    case 'call':
      return readTagged(held, around);
    case 'code':
      return readUntil(held, fence, 'text', around);
    case 'over':
      return { parts: [], used: held.length, mode };
  }
}

function readText(held: string, around: Around): Step {
  const mark = anyMark.exec(held);
  const at = Math.min(mark?.index ?? Infinity, bracePlace(held, around.isLineStart));
  if (at === Infinity) return show(held, around.isEnd ? held.length : held.length - undecided(held, marks));
  if (at > 0) return show(held, at);
  if (held.startsWith('{')) return readJson(held, { opening: 0, closing: '' }, around);
  switch (mark?.[0]) {
    case resultTag:
      return { parts: [], used: held.length, mode: 'over' };
    case callTag:
      return { parts: [], used: callTag.length, mode: 'call' };
    case thoughtTag:
      return { parts: [], used: thoughtTag.length, mode: 'thought' };
    case listTag:
      return readJson(held, { opening: listTag.length, closing: '' }, around);
    case fence:
      return readFence(held, around);
    default:
      // An end tag without a start tag: some chat templates insert the start tag.
      return { parts: [], used: mark?.[0].length ?? 0, mode: 'text' };
  }
}

function show(held: string, length: number, mode: Mode = 'text'): Step {
  return length > 0
    ? { parts: [{ type: 'text', text: held.slice(0, length) }], used: length, mode }
    : undefined;
}

/** Index of the first brace at the beginning of a line that may open a call. */
function bracePlace(held: string, isLineStart: boolean): number {
  for (const { index, 0: opening } of held.matchAll(/(?:^|\n)[ \t]*\{/g)) {
    const place = index + opening.length - 1;
    if (!opening.startsWith('\n') && !isLineStart) continue;
    if (mayBeCall(held.slice(place))) return place;
  }
  return Infinity;
}

/** The number of characters at the end that may begin a tag. */
function undecided(held: string, candidates: readonly string[]): number {
  for (let length = Math.min(held.length, callEnd.length + 3); length > 0; length--) {
    const tail = held.slice(-length);
    if (candidates.some((mark) => mark.startsWith(tail))) return length;
  }
  return 0;
}

/** Reads reasoning, or a code block with its closing fence. */
function readUntil(held: string, end: string, type: 'reasoning' | 'text', { isEnd }: Around): Step {
  const mode = type === 'reasoning' ? 'thought' : 'code';
  const at = held.indexOf(end);
  const length = at >= 0 ? at : isEnd ? held.length : held.length - undecided(held, [end]);
  const used = at >= 0 ? at + end.length : length;
  const text = held.slice(0, type === 'text' ? used : length);
  if (used === 0) return undefined;
  return { parts: text ? [{ type, text }] : [], used, mode: at >= 0 ? 'text' : mode };
}

/** Between the tags any name is a call, because the model marked it as one. */
function readTagged(held: string, { isEnd }: Around): Step {
  const at = held.search(/<\/?tool_call>|<tool_response>/);
  if (at < 0 && !isEnd) return undefined;
  const body = at < 0 ? held : held.slice(0, at);
  const used = body.length + (held.startsWith(callEnd, body.length) ? callEnd.length : 0);
  const calls = readCalls(body)?.map((call) => ({ type: 'call' as const, ...call }));
  return { parts: calls ?? [{ type: 'text', text: body }], used, mode: 'text' };
}

function readFence(held: string, around: Around): Step {
  const opening = callFence.exec(held)?.[0].length;
  // The first line of the fence names its language.
  if (!around.isEnd && !held.includes('\n')) return undefined;
  return opening === undefined
    ? show(held, fence.length, 'code')
    : readJson(held, { opening, closing: fence }, around);
}

/** JSON without tags is a call only if it names an existing tool; otherwise it is text. */
function readJson(held: string, edges: { opening: number; closing: string }, around: Around): Step {
  const { opening, closing } = edges;
  const body = held.slice(opening);
  const end = mayBeCall(body) ? jsonEnd(body, body.search(/\S/)) : 0;
  if (end === undefined && !around.isEnd) return undefined;
  const calls = end ? readCalls(body.slice(0, end)) : undefined;
  if (!end || !calls?.every(({ name }) => around.tools.has(name)))
    return closing ? show(held, closing.length, 'code') : show(held, Math.max(1, opening));
  const blank = /^\s*/.exec(body.slice(end))?.[0].length ?? 0;
  const after = body.slice(end + blank);
  if (!around.isEnd && after.length < closing.length && closing.startsWith(after)) return undefined;
  const isClosed = after.startsWith(closing);
  const used = opening + end + (isClosed ? blank + closing.length : 0);
  return { parts: calls.map((call) => ({ type: 'call', ...call })), used, mode: 'text' };
}

function startsLine(parts: readonly ReplyPart[], before: boolean): boolean {
  return parts.reduce((isStart, part) => {
    if (part.type !== 'text') return true;
    const line = part.text.slice(part.text.lastIndexOf('\n') + 1);
    return line.trim() === '' && (isStart || line.length < part.text.length);
  }, before);
}

/** Holds white space back until text follows, so that none remains before a call or at the end. */
function createTrimmer(): { pass(part: ReplyPart): ReplyPart[] } {
  let blanks = '';
  let isFresh = true;

  return {
    pass(part) {
      if (part.type !== 'text') {
        blanks = '';
        isFresh = true;
        return [part];
      }
      const all = blanks + part.text;
      const words = all.trimEnd();
      blanks = all.slice(words.length);
      const shown = isFresh ? words.trimStart() : words;
      if (shown === '') return [];
      isFresh = false;
      return [{ type: 'text', text: shown }];
    },
  };
}
