/** Gets one reply for one step: retries with a smaller history, repeats the request, or falls back to another model. */
import { standaloneMessage, type Author, type Message } from '#shared/conversation/message.ts';
import type { ModelError, ModelErrorType, ModelTraits } from '#shared/models/provider.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import { countUsage } from './count-usage.ts';
import { estimateMessages, estimateText, estimateTools } from './estimate-tokens.ts';
import { applySummary } from './fit-context.ts';
import { fitHistory, fitsWhole, nextSummaryRequest, type FitMemory } from './fit-history.ts';
import { priced, type Model } from './model.ts';
import { repairHistory } from './repair-history.ts';
import type { StepEvent } from './step-event.ts';
import { offerTools, wrapsCalls, type Offer } from './offer-tools.ts';
import { toolsForModel } from './tools-for-model.ts';

type AskDeps = {
  /** At least one model; the first is the user's choice, the others are fallbacks. */
  chain: readonly Model[];
  system: string;
  /** The tools that the agent may use, those that find others, and the agent's list of tools. */
  tools: readonly ToolDefinition[];
  finders: readonly ToolDefinition[];
  named: readonly string[];
  loadMedia(messages: readonly Message[], traits: ModelTraits): Promise<ModelRequest['media']>;
  /** The `ModelRequest.cacheKey` of this chat for a service. */
  cacheKey?(host: string): Promise<string>;
};

export type ModelRequester = {
  /** The model that answers now; a fallback stays for the rest of the run. */
  author(): Author;
  ask(history: readonly Message[], mayCall: boolean, signal: AbortSignal): AsyncIterable<StepEvent>;
  /** Whether requests to this model carry the definition of the tool. */
  sends(name: string): boolean;
  /** The most that the next request may cost: input, longest reply, and a summary that must precede it. */
  mayCost(history: readonly Message[]): Spent;
};

/**
 * Ends a request in which no call is possible; otherwise models announce calls. The tools stay in the request: without
 * them its beginning would differ from that of the last one.
 */
const lastWords =
  'You cannot use tools any more in this answer. Answer the user now, as well as the results above allow, ' +
  'and say in one sentence what is missing or did not work.';

/** How often a reply that broke off after its first content is asked for again. */
const maxRepeats = 2;

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

/** `hasContent`: a part of the reply was shown before it failed. */
type Failure = { error: ModelError; hasContent: boolean };

/**
 * Where a run is in its chain of models. `scale`: the share of the model's context window that is used. `isCutNoted`: the
 * user was told that the server cuts requests off.
 */
type ChainState = { current: number; scale: number; memory: FitMemory; isCutNoted: boolean };

export function createModelRequester(deps: AskDeps): ModelRequester {
  const memory: FitMemory = { summary: undefined, failed: new Set(), cut: undefined };
  const course: ChainState = { current: 0, scale: 1, memory, isCutNoted: false };
  const model = () => modelAt(deps.chain, course.current);
  return {
    author: () => model().author,
    ask: (history, mayCall, signal) => ask({ ...deps, mayCall }, course, history, signal),
    sends: (name) => offerTo(model(), deps).tools.some((tool) => tool.name === name),
    mayCost: (history) => mayCost(model(), { ...deps, history, memory, scale: course.scale }),
  };
}

async function* ask(
  deps: AskDeps & Pick<RequestOptions, 'mayCall'>,
  course: ChainState,
  history: readonly Message[],
  signal: AbortSignal,
): AsyncIterable<StepEvent> {
  const { chain, system } = deps;
  const model = () => modelAt(chain, course.current);
  let repeats = 0;
  for (;;) {
    const offer = offerTo(model(), deps);
    const input = { system, tools: offer.tools, history, scale: course.scale, memory: course.memory };
    const { events, fitted } = await fitHistory(model(), input, signal);
    yield* events;
    const failure = fitted
      ? yield* askOnce(model(), await toRequest(model(), fitted.messages, { ...deps, offer }), course, signal)
      : tooLong(model());
    if (!failure || signal.aborted) return;
    const { error } = failure;
    // The service refused its own search among tools, so others are offered now. The whole prompt is read anew, once.
    if (offer.deferred && !failure.hasContent && !offerTo(model(), deps).deferred) continue;
    const fallback = chain.findIndex(
      (each, at) => at > course.current && fitsWhole(each, { ...input, tools: offerTo(each, deps).tools }),
    );
    const choices = {
      canShrink: fitted !== undefined && course.scale === 1,
      canRepeat: repeats < maxRepeats,
      hasFallback: fallback > 0,
    };
    switch (nextMove(failure, choices)) {
      case 'shrink':
        course.scale = 0.5;
        break;
      case 'repeat':
        repeats++;
        yield { type: 'restart', note: { type: 'asked-again', error } };
        break;
      case 'fall-back': {
        const from = nameOf(model());
        [course.current, course.scale] = [fallback, 1];
        repeats = 0;
        const note = { type: 'fallback', from, to: nameOf(model()), error } as const;
        yield { type: 'restart', note, author: model().author };
        break;
      }
      case 'fail':
        if (fallback < 0 && !finalErrors.includes(error.type))
          yield* noteTooSmall(chain.slice(course.current + 1));
        yield { type: 'error', error };
        return;
    }
  }
}

function mayCost(
  model: Model,
  next: Pick<AskDeps, 'system' | 'tools' | 'finders' | 'named'> & {
    history: readonly Message[];
    memory: FitMemory;
    scale: number;
  },
): Spent {
  if (model.kind === 'guide') return { tokens: 0, cost: 0 };
  const { system, history, memory, scale } = next;
  const { tools } = offerTo(model, next);
  const messages = applySummary(history, memory.summary);
  const reply = mostOf(model, { system, tools, messages });
  const summary = nextSummaryRequest(model, { system, tools, history, memory, scale });
  return summary ? addSpent(reply, mostOf(model, summary)) : reply;
}

function mostOf(
  model: Model,
  { system, tools, messages }: Pick<ModelRequest, 'system' | 'tools' | 'messages'>,
): Spent {
  const { contextTokens, outputTokens } = model.traits;
  const input = estimateText(system) + estimateTools(tools) + estimateMessages(messages);
  const inputTokens = Math.min(input, contextTokens);
  const { cost = 0 } = priced(model, { inputTokens, outputTokens });
  return { tokens: inputTokens + outputTokens, cost };
}

function modelAt(chain: readonly Model[], at: number): Model {
  const found = chain[at];
  if (!found) throw new Error('A chain has at least one model.');
  return found;
}

/** Notes which fallback models were passed over because their windows are too small for the conversation. */
function* noteTooSmall(skipped: readonly Model[]): Generator<StepEvent> {
  if (skipped.length > 0) yield { type: 'note', note: { type: 'too-small', models: skipped.map(nameOf) } };
}

function nextMove(
  { error: { type }, hasContent }: Failure,
  { canShrink, canRepeat, hasFallback }: Record<'canShrink' | 'canRepeat' | 'hasFallback', boolean>,
): 'shrink' | 'repeat' | 'fall-back' | 'fail' {
  // The server knows its window better than the catalogue: half of it is tried once.
  if (type === 'context_too_long' && canShrink && !hasContent) return 'shrink';
  if (hasContent && canRepeat && transientErrors.includes(type)) return 'repeat';
  return hasFallback && !finalErrors.includes(type) ? 'fall-back' : 'fail';
}

/** Every built-in tool, if the agent's list has `*`; see `toolsForModel`. */
function offerTo(
  model: Model,
  { tools, finders, named }: Pick<AskDeps, 'tools' | 'finders' | 'named'>,
): Offer {
  return offerTools(model, { tools: toolsForModel(model, tools, named.includes('*')), finders, named });
}

type RequestOptions = Pick<AskDeps, 'system' | 'loadMedia' | 'cacheKey'> & { offer: Offer; mayCall: boolean };

const lastMessage = standaloneMessage('last-words', [{ type: 'text', text: lastWords }]);

async function toRequest(
  model: Model,
  fitted: readonly Message[],
  { system, offer, loadMedia, cacheKey, mayCall }: RequestOptions,
): Promise<ModelRequest> {
  const repaired = repairHistory(fitted, model, wrapsCalls(offer));
  const messages = mayCall || model.kind === 'guide' ? repaired : [...repaired, lastMessage];
  const { images, documents } = model.traits;
  const media = images || documents ? await loadMedia(messages, model.traits) : new Map<never, string>();
  const key = await cacheKey?.(model.host);
  return {
    ...{ system, messages, media, ...offer },
    ...(key ? { cacheKey: key } : {}),
    ...(mayCall ? {} : { noCalls: true as const }),
  };
}

/** Passes one reply on; returns why it failed, if it did. */
async function* askOnce(
  model: Model,
  request: ModelRequest,
  course: ChainState,
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
  const cut = course.isCutNoted ? undefined : count.cut(model.host);
  if (cut) {
    course.isCutNoted = true;
    yield { type: 'note', note: cut };
  }
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
    case 'restart':
      return event.isQuiet ? { type: 'restart' } : { type: 'restart', note: { type: 'begun-again' } };
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
