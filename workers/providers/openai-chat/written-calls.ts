/**
 * Reads calls that a model wrote into its text or its reasoning in the syntax of its chat template, because the server did
 * not read them (LM Studio, llama.cpp, vLLM without a parser). They count only at the end of a reply without other calls,
 * outside code, and if every name is that of an offered tool; otherwise they stay text.
 */
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ReplyDecoder } from '../http/reply-restarts.ts';
import { openings, readWrittenCalls } from './written-call-formats.ts';

type Kind = 'text-delta' | 'reasoning-delta';

const escaped = openings.map((mark) => mark.replaceAll(/[[\]|]/g, String.raw`\$&`));
const anyMark = new RegExp([...escaped, '`+', String.raw`\n`].join('|'), 'g');
const longest = Math.max(...openings.map(({ length }) => length));

export function withWrittenCalls(decoder: ReplyDecoder, tools: readonly ToolDefinition[]): ReplyDecoder {
  if (tools.length === 0) return decoder;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  let holder = createHolder('text-delta');
  let hasCalls = false;

  function read(event: ModelEvent): ModelEvent[] {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta': {
        // White space after reasoning is no answer.
        if (event.type === holder.kind || (holder.isOpen() && event.text.trim() === ''))
          return holder.push(event.text);
        const before = holder.flush();
        holder = createHolder(event.type);
        return [...before, ...holder.push(event.text)];
      }
      case 'usage':
        return [event];
      case 'restart':
        holder = createHolder('text-delta');
        return [event];
      case 'stop': {
        const isWhole = (event.reason === 'end' || event.reason === 'tool_calls') && !hasCalls;
        const calls = isWhole ? readWrittenCalls(holder.held(), byName) : undefined;
        if (!calls) return [...holder.flush(), event];
        return [
          ...calls.map((call): ModelEvent => ({ type: 'call', id: '', ...call })),
          { type: 'stop', reason: 'tool_calls' },
        ];
      }
      case 'call':
        hasCalls = true;
        return [...holder.flush(), event];
      default:
        return [...holder.flush(), event];
    }
  }

  return {
    push: (data, parsed) => decoder.push(data, parsed).flatMap(read),
    end: () => decoder.end().flatMap(read),
  };
}

/** What has been read so far. `isOpen`: a call may have begun; from there the rest is kept. */
type State = { held: string; isOpen: boolean; isFenced: boolean; isInline: boolean; isLineStart: boolean };

/** Passes text on until a call may begin; from there it keeps the rest. Contract: linear time. */
function createHolder(kind: Kind) {
  const state: State = { held: '', isOpen: false, isFenced: false, isInline: false, isLineStart: true };
  const events = (text: string): ModelEvent[] => (text === '' ? [] : [{ type: kind, text }]);

  return {
    kind,
    isOpen: () => state.isOpen,
    /** The text from the first mark on; '' if there was none. */
    held: () => (state.isOpen ? state.held : ''),
    push(text: string): ModelEvent[] {
      state.held += text;
      if (state.isOpen) return [];
      const { held } = state;
      const shown = readMarks(state);
      state.held = held.slice(shown);
      return events(held.slice(0, shown));
    },
    flush(): ModelEvent[] {
      const rest = state.held;
      Object.assign(state, { held: '', isOpen: false });
      return events(rest);
    },
  };
}

/** The length of the held text that is no call and begins none. */
function readMarks(state: State): number {
  const { held } = state;
  let read = 0;
  for (const { 0: mark, index } of held.matchAll(anyMark)) {
    // More backticks may follow.
    if (mark.startsWith('`') && index + mark.length === held.length) break;
    state.isLineStart &&= held.slice(read, index).trim() === '';
    readMark(state, mark);
    if (state.isOpen) return index;
    read = index + mark.length;
  }
  const shown = held.length - undecided(held.slice(read));
  if (read < shown) state.isLineStart &&= held.slice(read, shown).trim() === '';
  return shown;
}

function readMark(state: State, mark: string): void {
  if (mark === '\n') Object.assign(state, { isLineStart: true, isInline: false });
  else if (mark.startsWith('```') && state.isLineStart) state.isFenced = !state.isFenced;
  else if (mark.startsWith('`')) state.isInline = !state.isInline;
  else if (!state.isFenced && !state.isInline) state.isOpen = true;
}

/** The number of characters at the end that may begin a mark. */
function undecided(text: string): number {
  const ticks = /`+$/.exec(text)?.[0].length ?? 0;
  // Of a run without end only so many are held, so that the time stays linear.
  if (ticks > 0) return Math.min(ticks, longest);
  for (let length = Math.min(text.length, longest); length > 0; length--)
    if (openings.some((mark) => mark.startsWith(text.slice(-length)))) return length;
  return 0;
}
