/** One reply for one step, however many requests it takes: fitted to the window, asked again, asked of another model. */
import type { Author, Message, Note, Usage } from '#shared/conversation/message.ts';
import type { ModelError, ModelErrorType, ModelTraits, ProviderKind } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import { countUsage, type UsageCount } from './count-usage.ts';
import { estimateMessages, estimateText, estimateTools } from './estimate-tokens.ts';
import { applySummary, fitMessages, oldestPart, type Fitted } from './fit-context.ts';
import { repairHistory } from './repair-history.ts';
import type { StepEvent } from './step-event.ts';
import { readSummary, summaryRequest } from './summarise.ts';

/** A model of the agent's chain, ready to be asked. */
export type Model = {
  author: Author;
  kind: ProviderKind;
  /** The service, as in `URL.host`; '' where there is none. */
  host: string;
  traits: ModelTraits;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Somebody wants to know how requests go; told by the loop that reads them, because events are too many to wrap. */
  watch?(): UseWatch;
};

/** Of one request; one that is stopped never ends. */
export type UseWatch = { begins(): void; ends(error?: ModelError): void };

export type AskPorts = {
  /** At least one; the first is the user's choice. */
  chain: readonly Model[];
  system: string;
  tools: readonly ToolDefinition[];
  loadImages(messages: readonly Message[]): Promise<ModelRequest['images']>;
};

export type Asker = {
  /** Who answers now; a fallback stays for the rest of the run. */
  author(): Author;
  ask(history: readonly Message[], withTools: boolean, signal: AbortSignal): AsyncIterable<StepEvent>;
};

/** A reply that broke off is asked for again so often, after something of it was shown. */
const repeats = 2;
/** From here on the oldest part is summarised (mission C). */
const compactAt = 0.7;
/** Exchanges that are kept word for word. */
const keptExchanges = 4;

/** What asking another model cannot mend. */
const final: readonly ModelErrorType[] = [
  'refused',
  'reply_too_long',
  'reply_too_large',
  'storage_full',
  'busy',
  'internal',
];
/** What may go better the next time, though some of the reply had come. */
const passing: readonly ModelErrorType[] = [
  'broken_stream',
  'malformed',
  'silent',
  'overloaded',
  'rate_limit',
  'server_error',
  'unreachable',
];

export function createAsker(ports: AskPorts): Asker {
  let current = 0;
  let saysDropped = true;
  const memory: Memory = { summary: undefined, failed: new Set() };
  const model = (): Model => {
    const found = ports.chain[current];
    if (!found) throw new Error('A chain has at least one model.');
    return found;
  };

  async function* ask(
    history: readonly Message[],
    withTools: boolean,
    signal: AbortSignal,
  ): AsyncIterable<StepEvent> {
    // The window is what the server says it is: when it refuses, half of it is tried.
    let scale = 1;
    let repeated = 0;
    for (;;) {
      const fitted = yield* fit(model(), ports, { history, withTools, scale, memory }, signal);
      if (fitted && fitted.dropped > 0 && saysDropped) {
        saysDropped = false;
        yield { type: 'note', note: { type: 'dropped', messages: fitted.dropped } };
      }
      const failure = fitted
        ? yield* request(model(), ports, fitted.messages, withTools, signal)
        : { error: { type: 'context_too_long', ...whereOf(model()) } as const, shown: false };
      if (!failure || signal.aborted) return;
      const { error, shown } = failure;
      if (error.type === 'context_too_long' && fitted && !shown && scale === 1) scale = 0.5;
      else if (shown && repeated++ < repeats && passing.includes(error.type))
        yield { type: 'restart', note: { type: 'asked-again', error } };
      else if (current + 1 < ports.chain.length && !final.includes(error.type)) {
        const from = model().author;
        current++;
        scale = 1;
        repeated = 0;
        yield {
          type: 'restart',
          note: { type: 'fallback', from: nameOf(from), to: nameOf(model().author), error },
          author: model().author,
        };
      } else {
        yield { type: 'error', error };
        return;
      }
    }
  }

  return { author: () => model().author, ask };
}

/** What a run remembers of its summaries, so that no request asks for one twice. */
type Memory = {
  /** The newest of this run; the history holds it only from the next step on. */
  summary: Summary | undefined;
  /** Models that gave none when asked: asking again would cost a request per step. */
  failed: Set<Model>;
};

type FitInput = { history: readonly Message[]; withTools: boolean; scale: number; memory: Memory };

/** The messages of the request, or undefined where not even the newest ones fit. */
async function* fit(
  model: Model,
  { system, tools }: AskPorts,
  { history, withTools, scale, memory }: FitInput,
  signal: AbortSignal,
): AsyncGenerator<StepEvent, Fitted | undefined> {
  const { contextTokens, outputTokens, toolTokens = Infinity } = model.traits;
  const reply = Math.min(outputTokens, contextTokens / 4);
  const fixed = estimateText(system) + (withTools ? Math.min(estimateTools(tools), toolTokens) : 0);
  const room = (contextTokens - reply - fixed) * scale;
  let messages = applySummary(history, memory.summary);
  const old = oldestPart(messages, keptExchanges);
  if (old.length > 0 && estimateMessages(messages) > room * compactAt && !memory.failed.has(model)) {
    const summary = yield* summarise(model, { old, messages, history }, signal);
    if (summary) {
      yield { type: 'note', note: summary };
      memory.summary = summary;
      messages = applySummary(history, summary);
    } else memory.failed.add(model);
  }
  return fitMessages(messages, room);
}

type Summary = Extract<Note, { type: 'summarised' }>;

async function* summarise(
  model: Model,
  { old, messages, history }: Record<'old' | 'messages' | 'history', readonly Message[]>,
  signal: AbortSignal,
): AsyncGenerator<StepEvent, Summary | undefined> {
  const last = old.at(-1);
  if (!last) return undefined;
  const request = summaryRequest(old, model.traits.contextTokens / 2);
  const count = countUsage(model.kind, request);
  const text = await readSummary(model.stream(request, signal), count.see);
  yield* spentOn(model, count);
  if (!text || signal.aborted) return undefined;
  const covered = history.findIndex(({ id }) => id === last.id) + 1;
  return { type: 'summarised', messages: covered, upTo: last.id, text: withOpenRequest(text, messages, old) };
}

/** Where the request at hand is itself summarised, its words stay. */
function withOpenRequest(text: string, messages: readonly Message[], old: readonly Message[]): string {
  const question = messages.findLast(({ role }) => role === 'user');
  if (!question || !old.includes(question)) return text;
  const words = question.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return `${text}\n\n[The user's request that is being worked on, word for word]\n${words}`;
}

/** Passes one reply on; returns why it failed, if it did. */
async function* request(
  model: Model,
  ports: AskPorts,
  fitted: readonly Message[],
  withTools: boolean,
  signal: AbortSignal,
): AsyncGenerator<StepEvent, { error: ModelError; shown: boolean } | undefined> {
  const messages = repairHistory(fitted, model);
  const images = model.traits.images ? await ports.loadImages(messages) : new Map<never, string>();
  const tools = withTools && model.traits.tools ? ports.tools : [];
  const asked = { system: ports.system, messages, tools, images };
  const count = countUsage(model.kind, asked);
  const use = model.watch?.();
  let shown = false;
  for await (const event of model.stream(asked, signal)) {
    count.see(event);
    switch (event.type) {
      case 'error':
        use?.ends(event.error);
        yield* spentOn(model, count);
        return { error: event.error, shown };
      case 'stop':
        use?.ends();
        yield* spentOn(model, count);
        yield event;
        return undefined;
      case 'usage':
        break;
      case 'echo':
        yield { type: 'echo', of: event.of, echo: { wire: model.kind, host: model.host, data: event.data } };
        break;
      case 'call': {
        const { echo, ...call } = event;
        if (!shown) use?.begins();
        yield { ...call, ...(echo ? { echo: { wire: model.kind, host: model.host, data: echo } } : {}) };
        shown = true;
        break;
      }
      case 'retry':
        yield event;
        break;
      default:
        if (!shown) use?.begins();
        shown = true;
        yield event;
    }
  }
  yield* spentOn(model, count);
  return undefined;
}

function spentOn(model: Model, count: UsageCount): StepEvent[] {
  const usage = count.total();
  return usage ? [priced(model, usage)] : [];
}

/** What was used, with what it cost where the prices are known. */
export function priced({ traits: { prices } }: Model, usage: Usage): Extract<StepEvent, { type: 'usage' }> {
  if (!prices) return { type: 'usage', usage };
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const sum =
    (fresh * prices.input +
      outputTokens * prices.output +
      cacheReadTokens * (prices.cacheRead ?? prices.input) +
      cacheWriteTokens * (prices.cacheWrite ?? prices.input)) /
    1_000_000;
  // Prices are the user's as well: what comes of them stays a number that can be added and shown.
  return { type: 'usage', usage, cost: Math.min(sum, Number.MAX_SAFE_INTEGER) };
}

function nameOf({ provider, model }: Author): string {
  return `${provider} (${model})`;
}

function whereOf({ author }: Model): { model: string } {
  return { model: author.model };
}
