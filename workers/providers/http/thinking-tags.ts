/**
 * Separates reasoning that a model wrote between tags into its text (`<think>…</think>`), as many servers pass it
 * on. In code a tag stays text.
 */
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { ReplyDecoder } from './reply-restarts.ts';

/**
 * Start and end tags. `isOpening`: only at the beginning of a reply, and an end without its start only at the beginning
 * of a line, because texts use these words as well. `isPaired`: the end alone means something else.
 */
const pairs: readonly { start: string; end: string; isOpening?: true; isPaired?: true }[] = [
  { start: '<think>', end: '</think>' },
  // The templates of MiniMax M3, Seed-OSS, LongCat, Kimi, Magistral, Command A, Gemma 4 and gpt-oss.
  { start: '<mm:think>', end: '</mm:think>' },
  { start: '<seed:think>', end: '</seed:think>' },
  { start: '<longcat_think>', end: '</longcat_think>' },
  { start: '◁think▷', end: '◁/think▷' },
  { start: '[THINK]', end: '[/THINK]' },
  { start: '<|START_THINKING|>', end: '<|END_THINKING|>' },
  { start: '<|channel>thought\n', end: '<channel|>', isPaired: true },
  { start: '<|channel|>analysis<|message|>', end: '<|end|>', isPaired: true },
  ...['thinking', 'thought', 'reasoning'].map((name) => ({
    start: `<${name}>`,
    end: `</${name}>`,
    isOpening: true as const,
  })),
];
type Pair = (typeof pairs)[number];

/** What is left of a template around an answer: gpt-oss, Command A. */
const frames: readonly string[] = [
  '<|start|>assistant',
  '<|channel|>final<|message|>',
  '<|return|>',
  '<|START_RESPONSE|>',
  '<|END_RESPONSE|>',
];

const tags = [...pairs.flatMap(({ start, end }) => [start, end]), ...frames];
const marks = [...tags, '```'];
const escaped = tags.map((mark) => mark.replaceAll(/[[\]/|]/g, String.raw`\$&`));
/** A tag, a run of backticks, or the end of a line. */
const anyMark = new RegExp([...escaped, '`+', String.raw`\n`].join('|'), 'g');

/** Wraps the decoder of one reply. A `restart` event is added if the text so far turns out to be reasoning. */
export function withThinkingTags(decoder: ReplyDecoder): ReplyDecoder {
  const splitter = createSplitter();
  const split = (events: ModelEvent[]) =>
    events.flatMap((event) => {
      if (event.type === 'text-delta') return splitter.push(event.text);
      // Usage says nothing about where the text goes on.
      return event.type === 'usage' ? event : [...splitter.interrupt(), event];
    });
  return {
    push: (data, parsed) => split(decoder.push(data, parsed)),
    end: () => split(decoder.end()),
  };
}

/** Their own models send reasoning apart: there a tag is a word of the answer. */
const services: ReadonlySet<string> = new Set([
  'api.anthropic.com',
  'api.openai.com',
  'generativelanguage.googleapis.com',
]);

/** For formats that have a place for reasoning, which servers of other models do not always use. */
export function withTagsAt(baseUrl: string, newDecoder: () => ReplyDecoder): () => ReplyDecoder {
  const isService = URL.canParse(baseUrl) && services.has(new URL(baseUrl).hostname);
  return isService ? newDecoder : () => withThinkingTags(newDecoder());
}

/** What has been read so far of one reply. */
type State = {
  /** Text that may be the beginning of a mark. */
  held: string;
  /** The tags around the reasoning that is open. */
  open: Pair | undefined;
  isFenced: boolean;
  isInline: boolean;
  /** Only white space so far on the current line. */
  isLineStart: boolean;
  /**
   * The text before any tag and any other event: a template may have put the start tag into the prompt, so that only
   * the end tag comes. Undefined once it can be nothing but the answer.
   */
  before: string[] | undefined;
  /** The open reasoning, or else the answer, has more than white space. */
  hasWords: boolean;
  hasText: boolean;
};

/** Contract: linear time; what it emits depends on the text alone, not on how it was split into pieces. */
function createSplitter() {
  const state: State = {
    ...{ held: '', open: undefined, isFenced: false, isInline: false, isLineStart: true },
    ...{ before: [], hasWords: false, hasText: false },
  };
  return {
    push(text: string): ModelEvent[] {
      state.held += text;
      return drain(state, false);
    },
    /** Another event comes: what is held is emitted before it. */
    interrupt(): ModelEvent[] {
      const events = drain(state, true);
      state.before = undefined;
      return events;
    },
  };
}

function drain(state: State, isEnd: boolean): ModelEvent[] {
  const { held } = state;
  const events: ModelEvent[] = [];
  let read = 0;
  for (const { 0: mark, index } of held.matchAll(anyMark)) {
    // More backticks may follow.
    if (!isEnd && mark.startsWith('`') && index + mark.length === held.length) break;
    events.push(...show(state, held.slice(read, index)), ...readMark(state, mark));
    read = index + mark.length;
  }
  const rest = held.slice(read);
  const kept = isEnd ? 0 : undecided(rest);
  events.push(...show(state, rest.slice(0, rest.length - kept)));
  state.held = rest.slice(rest.length - kept);
  return events;
}

function show(state: State, text: string): ModelEvent[] {
  const isBlank = text.trim() === '';
  // White space around tags belongs to the template.
  if (text === '' || (isBlank && !state.hasWords && state.before === undefined)) return [];
  state.hasWords ||= !isBlank;
  if (state.open) return [{ type: 'reasoning-delta', text }];
  state.hasText ||= !isBlank;
  state.isLineStart &&= isBlank;
  state.before?.push(text);
  return [{ type: 'text-delta', text }];
}

function readMark(state: State, mark: string): ModelEvent[] {
  if (mark === '\n') {
    const shown = show(state, mark);
    [state.isLineStart, state.isInline] = [true, false];
    return shown;
  }
  if (state.open) {
    if (mark !== state.open.end) return show(state, mark);
    Object.assign(state, { open: undefined, isLineStart: true, hasWords: state.hasText });
    return [];
  }
  if (mark.startsWith('`')) {
    if (mark.length >= 3 && state.isLineStart && !state.isInline) state.isFenced = !state.isFenced;
    else if (!state.isFenced) state.isInline = !state.isInline;
    return show(state, mark);
  }
  if (state.isFenced || state.isInline) return show(state, mark);
  if (frames.includes(mark)) return [];
  const begun = pairs.find(({ start, isOpening }) => start === mark && !(isOpening && state.hasText));
  if (begun) {
    Object.assign(state, { open: begun, before: undefined, hasWords: false });
    return [];
  }
  const isEnd = pairs.some(
    ({ end, isOpening, isPaired }) => end === mark && !isPaired && (!isOpening || state.isLineStart),
  );
  return isEnd ? closeUnopened(state, mark) : show(state, mark);
}

/** An end tag without a start tag: everything before it was reasoning. */
function closeUnopened(state: State, mark: string): ModelEvent[] {
  const text = state.before?.join('');
  if (text === undefined) return state.hasText ? show(state, mark) : [];
  Object.assign(state, { before: undefined, hasText: false, hasWords: false, isLineStart: true });
  if (text.trim() === '') return [];
  return [
    { type: 'restart', isQuiet: true },
    { type: 'reasoning-delta', text },
  ];
}

/** The number of characters at the end that may begin a mark. */
function undecided(text: string): number {
  const longest = Math.min(text.length, Math.max(...marks.map(({ length }) => length)));
  for (let length = longest; length > 0; length--) {
    const end = text.slice(-length);
    if (/^`+$/.test(end) || marks.some((mark) => mark.startsWith(end))) return length;
  }
  return 0;
}
