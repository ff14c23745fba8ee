/** Takes calls and thoughts out of the text a model streams; of a call that is still being written nothing is shown. */
import { jsonEnd, mayBeCall, readCalls, type WrittenCall } from './call-json.ts';

export type ReplyPart =
  { type: 'text'; text: string } | { type: 'reasoning'; text: string } | ({ type: 'call' } & WrittenCall);

export type CallReader = {
  push(text: string): ReplyPart[];
  /** What was held back; the reply is over. */
  end(): ReplyPart[];
  /** The model has begun to invent the result of its own call: whatever follows is worth nothing. */
  isOver(): boolean;
};

type Mode = 'text' | 'thought' | 'call' | 'code';
/** What one look at the held text gives; `wait` where more must come before it can be told. */
type Look = { parts: ReplyPart[]; rest: string; mode: Mode } | 'wait' | 'over';

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
const callFence = /^```(?:json|tool|tool_call|tool_code|)[ \t]*\n/;

export function createCallReader(tools: ReadonlySet<string>): CallReader {
  let held = '';
  let mode: Mode = 'text';
  let isOver = false;
  /** Nothing was shown yet, so that a brace may open the whole reply. */
  let isFresh = true;

  function drain(isEnd: boolean): ReplyPart[] {
    const parts: ReplyPart[] = [];
    while (!isOver) {
      const look: Look = lookAt(mode, held, { isEnd, isFresh, tools });
      if (look === 'wait') break;
      if (look === 'over') isOver = true;
      else {
        parts.push(...look.parts);
        if (look.parts.some(({ type }) => type === 'text')) isFresh = false;
        const isSame = look.rest === held && look.mode === mode;
        ({ rest: held, mode } = look);
        if (isSame || held === '') break;
      }
    }
    return parts;
  }

  return {
    push(text) {
      held += text;
      return drain(false);
    },
    end: () => drain(true),
    isOver: () => isOver,
  };
}

type Around = { isEnd: boolean; isFresh: boolean; tools: ReadonlySet<string> };

function lookAt(mode: Mode, held: string, around: Around): Look {
  switch (mode) {
    case 'text':
      return lookAtText(held, around);
    case 'thought':
      return lookUntil(held, thoughtEnd, 'reasoning', around);
    case 'call':
      return lookAtCall(held, around);
    case 'code':
      return lookAtCode(held, around);
  }
}

function lookAtText(held: string, around: Around): Look {
  const mark = anyMark.exec(held);
  const brace = bracePlace(held, around.isFresh);
  if (brace !== undefined && (!mark || brace < mark.index)) {
    if (brace > 0) return shown(held.slice(0, brace), held.slice(brace), 'text', around);
    return lookAtJson(held, '', held, around);
  }
  if (!mark) {
    const keep = around.isEnd ? held.length : held.length - undecided(held);
    if (keep === 0) return around.isEnd ? { parts: [], rest: '', mode: 'text' } : 'wait';
    return shown(held.slice(0, keep), held.slice(keep), 'text', around);
  }
  const before = held.slice(0, mark.index);
  const from = held.slice(mark.index);
  const rest = from.slice(mark[0].length);
  switch (mark[0]) {
    case resultTag:
      return 'over';
    case callTag:
      return shown(before, rest, 'call', around, true);
    case thoughtTag:
      return shown(before, rest, 'thought', around);
    case listTag:
      return before.trim() ? shown(before, from, 'text', around, true) : lookAtJson(rest, '', from, around);
    case fence:
      return before ? shown(before, from, 'text', around) : lookAtFence(from, around);
    default:
      // An end without a beginning: some templates begin the thought themselves.
      return shown(before, rest, 'text', around);
  }
}

/** Shows text; blanks at its end only once more text follows, so that none are left standing before a call. */
function shown(text: string, rest: string, mode: Mode, around: Around, isBeforeCall = false): Look {
  const isLast = isBeforeCall || (around.isEnd && rest === '');
  const visible = isLast ? text.trimEnd() : text;
  const own = around.isFresh ? visible.trimStart() : visible;
  return { parts: own ? [{ type: 'text', text: own }] : [], rest, mode };
}

/** Where a line begins with a brace that may open a call. */
function bracePlace(held: string, isFresh: boolean): number | undefined {
  for (const { index, 0: opening } of held.matchAll(/(?:^|\n)[ \t]*\{/g)) {
    const place = index + opening.length - 1;
    if (held[index] !== '\n' && !isFresh) continue;
    if (mayBeCall(held.slice(place, place + 80))) return place;
  }
  return undefined;
}

/** How many characters at the end may belong to something that is not to be shown. */
function undecided(held: string): number {
  const blanks = held.length - held.trimEnd().length;
  if (blanks > 0) return blanks;
  const longest = Math.min(held.length, Math.max(...marks.map(({ length }) => length)) - 1);
  for (let length = longest; length > 0; length--) {
    const tail = held.slice(-length);
    if (marks.some((mark) => mark.startsWith(tail))) {
      return held.length - held.slice(0, -length).trimEnd().length;
    }
  }
  return 0;
}

function lookUntil(held: string, end: string, type: 'reasoning', { isEnd }: Around): Look {
  const at = held.indexOf(end);
  const parts = (text: string): ReplyPart[] => (text ? [{ type, text }] : []);
  if (at >= 0)
    return { parts: parts(held.slice(0, at).trimEnd()), rest: held.slice(at + end.length), mode: 'text' };
  const keep = isEnd ? held.length : held.length - undecided(held);
  return keep === 0 ? 'wait' : { parts: parts(held.slice(0, keep)), rest: held.slice(keep), mode: 'thought' };
}

/** Inside the tags: any name counts, because the model says that it is a call. */
function lookAtCall(held: string, { isEnd }: Around): Look {
  const at = held.search(/<\/?tool_call>|<tool_response>/);
  if (at < 0 && !isEnd) return 'wait';
  const body = at < 0 ? held : held.slice(0, at);
  const rest = at < 0 ? '' : held.slice(at);
  const closed = rest.startsWith(callEnd) ? rest.slice(callEnd.length) : rest;
  const calls = readCalls(body)?.map((call) => ({ type: 'call' as const, ...call }));
  const words: ReplyPart[] = body.trim() ? [{ type: 'text', text: body.trim() }] : [];
  return { parts: calls ?? words, rest: closed, mode: 'text' };
}

function lookAtFence(from: string, around: Around): Look {
  if (!from.includes('\n') && !around.isEnd) return 'wait';
  const opening = callFence.exec(from)?.[0];
  const body = opening ? from.slice(opening.length) : '';
  if (opening && mayBeCall(body.slice(0, 80))) return lookAtJson(body, fence, from, around);
  return shown(fence, from.slice(fence.length), 'code', around);
}

/** A block of code: shown as it comes, and nothing in it is a call. */
function lookAtCode(held: string, around: Around): Look {
  const at = held.indexOf(fence);
  if (at >= 0) return shown(held.slice(0, at + fence.length), held.slice(at + fence.length), 'text', around);
  const keep = around.isEnd ? held.length : held.length - undecided(held);
  return keep === 0 ? 'wait' : shown(held.slice(0, keep), held.slice(keep), 'code', around);
}

/** JSON without tags is a call only where it names a tool there is; else it is what it looks like, text. */
function lookAtJson(body: string, closing: string, whole: string, around: Around): Look {
  const start = body.search(/\S/);
  const end = start < 0 ? undefined : jsonEnd(body, start);
  if (end === undefined && !around.isEnd && (start < 0 || mayBeCall(body.slice(start, start + 80))))
    return 'wait';
  const calls = end === undefined ? undefined : readCalls(body.slice(start, end));
  if (end !== undefined && calls?.every(({ name }) => around.tools.has(name))) {
    const after = body.slice(end).trimStart();
    if (closing && !around.isEnd && after.length < closing.length && closing.startsWith(after)) return 'wait';
    const rest = after.startsWith(closing) ? after.slice(closing.length) : after;
    return { parts: calls.map((call) => ({ type: 'call', ...call })), rest, mode: 'text' };
  }
  const opening = closing || whole.slice(0, Math.max(1, whole.length - body.length));
  return shown(opening, whole.slice(opening.length), closing ? 'code' : 'text', {
    ...around,
    isFresh: false,
  });
}
