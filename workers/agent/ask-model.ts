/** Gets one reply for one step: retries with a smaller history, repeats the request, or falls back to another model. */
import type { Author, Message } from '#shared/conversation/message.ts';
import type { ModelError, ModelErrorType } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import { countUsage } from './count-usage.ts';
import { fitHistory, type SummaryMemory } from './fit-history.ts';
import { priced, type Model } from './model.ts';
import { repairHistory } from './repair-history.ts';
import type { StepEvent } from './step-event.ts';

type AskDeps = {
  /** At least one model; the first is the user's choice, the others are fallbacks. */
  chain: readonly Model[];
  system: string;
  tools: readonly ToolDefinition[];
  loadImages(messages: readonly Message[]): Promise<ModelRequest['images']>;
};

export type Asker = {
  /** The model that answers now; a fallback stays for the rest of the run. */
  author(): Author;
  ask(history: readonly Message[], withTools: boolean, signal: AbortSignal): AsyncIterable<StepEvent>;
};

/** How often a reply that broke off after its first content is asked for again. */
const mostRepeats = 2;

/** Errors that another model would not avoid. */
const finalErrors: readonly ModelErrorType[] = [
  'refused',
  'reply_too_long',
  'reply_too_large',
  'storage_full',
  'busy',
  'internal',
];
/** Errors after which the same request may succeed, although a part of the reply had come. */
const transientErrors: readonly ModelErrorType[] = [
  'broken_stream',
  'malformed',
  'silent',
  'overloaded',
  'rate_limit',
  'server_error',
  'unreachable',
];

/** `hasContent`: the user has seen a part of the reply. */
type Failure = { error: ModelError; hasContent: boolean };

/** The requests to one model in one step. `scale`: the share of its context window that is used. */
type Attempts = { scale: number; repeats: number };

export function createAsker(deps: AskDeps): Asker {
  const { chain } = deps;
  const memory: SummaryMemory = { summary: undefined, failed: new Set() };
  let current = 0;
  let hasToldDropped = false;
  const model = (): Model => {
    const found = chain[current];
    if (!found) throw new Error('A chain has at least one model.');
    return found;
  };

  async function* ask(
    history: readonly Message[],
    withTools: boolean,
    signal: AbortSignal,
  ): AsyncIterable<StepEvent> {
    let attempts: Attempts = { scale: 1, repeats: 0 };
    for (;;) {
      const tools = withTools ? deps.tools : [];
      const input = { system: deps.system, tools, history, scale: attempts.scale, memory };
      const { events, fitted } = await fitHistory(model(), input, signal);
      yield* events;
      if (fitted && fitted.dropped > 0 && !hasToldDropped) {
        hasToldDropped = true;
        yield { type: 'note', note: { type: 'dropped', messages: fitted.dropped } };
      }
      const failure = fitted
        ? yield* askOnce(model(), await toRequest(model(), fitted.messages, tools, deps), signal)
        : tooLong(model());
      if (!failure || signal.aborted) return;
      const { error } = failure;
      const hasFallback = current + 1 < chain.length;
      switch (nextMove(failure, attempts, { canShrink: fitted !== undefined, hasFallback })) {
        case 'shrink':
          attempts = { ...attempts, scale: 0.5 };
          break;
        case 'repeat':
          attempts = { ...attempts, repeats: attempts.repeats + 1 };
          yield { type: 'restart', note: { type: 'asked-again', error } };
          break;
        case 'fall-back': {
          const from = nameOf(model());
          current++;
          attempts = { scale: 1, repeats: 0 };
          const note = { type: 'fallback', from, to: nameOf(model()), error } as const;
          yield { type: 'restart', note, author: model().author };
          break;
        }
        case 'fail':
          yield { type: 'error', error };
          return;
      }
    }
  }

  return { author: () => model().author, ask };
}

function nextMove(
  { error: { type }, hasContent }: Failure,
  { scale, repeats }: Attempts,
  { canShrink, hasFallback }: { canShrink: boolean; hasFallback: boolean },
): 'shrink' | 'repeat' | 'fall-back' | 'fail' {
  // The server knows its window better than the catalogue: half of it is tried once.
  if (type === 'context_too_long' && canShrink && !hasContent && scale === 1) return 'shrink';
  if (hasContent && repeats < mostRepeats && transientErrors.includes(type)) return 'repeat';
  return hasFallback && !finalErrors.includes(type) ? 'fall-back' : 'fail';
}

async function toRequest(
  model: Model,
  fitted: readonly Message[],
  tools: readonly ToolDefinition[],
  { system, loadImages }: AskDeps,
): Promise<ModelRequest> {
  const messages = repairHistory(fitted, model);
  const images = model.traits.images ? await loadImages(messages) : new Map<never, string>();
  return { system, messages, tools: model.traits.tools ? tools : [], images };
}

/** Passes one reply on; returns why it failed, if it did. */
async function* askOnce(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<StepEvent, Failure | undefined> {
  const count = countUsage(model.kind, request);
  const use = model.watch?.();
  let hasContent = false;
  let failure: Failure | undefined;
  let stop: (ModelEvent & { type: 'stop' }) | undefined;
  for await (const event of model.stream(request, signal)) {
    count.see(event);
    if (event.type === 'error') {
      use?.ends(event.error);
      failure = { error: event.error, hasContent };
      break;
    }
    if (event.type === 'stop') {
      use?.ends();
      stop = event;
      break;
    }
    if (event.type === 'usage') continue;
    if (!hasContent && isContent(event)) {
      use?.begins();
      hasContent = true;
    }
    yield toStepEvent(event, model);
  }
  const usage = count.total();
  if (usage) yield priced(model, usage);
  if (stop) yield stop;
  return failure;
}

type ReplyEvent = Exclude<ModelEvent, { type: 'error' | 'stop' | 'usage' }>;

function isContent({ type }: ReplyEvent): boolean {
  return type === 'text-delta' || type === 'reasoning-delta' || type === 'call';
}

/** Adds to an echo which service it belongs to. */
function toStepEvent(event: ReplyEvent, { kind, host }: Model): StepEvent {
  switch (event.type) {
    case 'echo':
      return { type: 'echo', of: event.of, echo: { wire: kind, host, data: event.data } };
    case 'call': {
      const { echo, ...call } = event;
      return echo ? { ...call, echo: { wire: kind, host, data: echo } } : call;
    }
    default:
      return event;
  }
}

function tooLong({ author: { model } }: Model): Failure {
  return { error: { type: 'context_too_long', model }, hasContent: false };
}

function nameOf({ author: { provider, model } }: Model): string {
  return `${provider} (${model})`;
}
