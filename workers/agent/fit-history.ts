/** Fits the history into a model's context window: summarises the oldest part, or leaves it out. */
import type { MessageId } from '#shared/ids.ts';
import { textOf, type Message } from '#shared/conversation/message.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import { countUsage } from './count-usage.ts';
import { estimateMessages, estimateText, estimateTools } from './estimate-tokens.ts';
import { fitAttachments } from './fit-attachments.ts';
import {
  applySummary,
  fitMessages,
  isRequest,
  isSummary,
  oldestPart,
  type Fitted,
  type Summary,
} from './fit-context.ts';
import { priced, type Model } from './model.ts';
import type { StepEvent } from './step-event.ts';
import { readSummary, summaryRequest } from './summarise.ts';

/** Above this share of the window, tools and system prompt included, the oldest part is summarised. */
const compactAt = 0.7;
/** Exchanges that are kept word for word. */
const keptExchanges = 4;
/**
 * A summary is summarised again only together with newer messages that fill this share of the window.
 * Otherwise, if the kept exchanges alone fill the window, the summary would be summarised at every message
 * and lose facts each time.
 */
const enoughForAnother = 0.25;
/** A reply may reserve at most this share of the window. */
const largestReplyShare = 1 / 4;

/** How the history was fitted in this run so far, so that no summary is requested twice. */
export type FitMemory = {
  /** The newest summary of this run; the history contains it only from the next step on. */
  summary: Summary | undefined;
  /** Models that failed to summarise: asking again would cost a request per step. */
  failed: Set<Model>;
  /** The newest first message of this run's requests; the history contains its note only from the next step on. */
  cut: MessageId | undefined;
};

type Asked = { system: string; tools: readonly ToolDefinition[] };

type FitInput = Asked & {
  history: readonly Message[];
  /** The share of the window that is used. */
  scale: number;
  memory: FitMemory;
};

/** In tokens. `fixed`: system prompt and tools. `room`: what is left for messages beside these and the reply. */
type Window = { size: number; fixed: number; room: number };

/** `events`: the usage of a summary, and the notes. `fitted`: undefined if not even the newest messages fit. */
type FitResult = { events: StepEvent[]; fitted: Fitted | undefined };

export async function fitHistory(model: Model, input: FitInput, signal: AbortSignal): Promise<FitResult> {
  const { memory } = input;
  const window = windowOf(model, input, input.scale);
  const history = fitAttachments(input.history, window.size);
  const messages = applySummary(history, memory.summary);
  const old = oldestPart(messages, keptExchanges);
  const isDue = !memory.failed.has(model) && mustSummarise(messages, old, window);
  if (!isDue) return leaveOut(messages, window, input);
  const { events, summary } = await summarise(model, { old, messages, history }, signal);
  if (!summary) memory.failed.add(model);
  else memory.summary = summary;
  const result = leaveOut(applySummary(history, memory.summary), window, input);
  const notes: StepEvent[] = summary ? [{ type: 'note', note: summary }] : [];
  return { ...result, events: [...events, ...notes, ...result.events] };
}

/** Leaves out the oldest messages if the others do not fit, and notes from which one on it keeps them. */
function leaveOut(
  messages: readonly Message[],
  { room }: Window,
  { history, memory }: Pick<FitInput, 'history' | 'memory'>,
): FitResult {
  const cut = memory.cut ?? notedCut(history);
  const fitted = fitMessages(messages, room, cut);
  if (!fitted?.first || fitted.first === cut) return { events: [], fitted };
  const { first, dropped } = fitted;
  memory.cut = first;
  return { events: [{ type: 'note', note: { type: 'dropped', messages: dropped, first } }], fitted };
}

function notedCut(history: readonly Message[]): MessageId | undefined {
  for (const { parts } of history.toReversed())
    for (const part of parts.toReversed())
      if (part.type === 'note' && part.note.type === 'dropped' && part.note.first) return part.note.first;
  return undefined;
}

/** The request for a summary that comes before the next reply, if one is due. */
export function nextSummaryRequest(model: Model, input: FitInput): ModelRequest | undefined {
  const { memory, scale } = input;
  const window = windowOf(model, input, scale);
  const messages = applySummary(fitAttachments(input.history, window.size), memory.summary);
  const old = oldestPart(messages, keptExchanges);
  const isDue = !memory.failed.has(model) && mustSummarise(messages, old, window);
  return isDue ? requestFor(old, model) : undefined;
}

function requestFor(old: readonly Message[], { traits }: Model): ModelRequest {
  return summaryRequest(old, traits.contextTokens / 2);
}

function windowOf({ traits }: Model, { system, tools }: Asked, scale: number): Window {
  const { contextTokens, outputTokens, toolTokens = Infinity } = traits;
  const reply = Math.min(outputTokens, contextTokens * largestReplyShare);
  const fixed = estimateText(system) + Math.min(estimateTools(tools), toolTokens);
  return { size: contextTokens * scale, fixed, room: (contextTokens - reply - fixed) * scale };
}

function mustSummarise(
  messages: readonly Message[],
  old: readonly Message[],
  { size, fixed, room }: Window,
): boolean {
  if (old.length === 0 || estimateMessages(messages) <= Math.min(size * compactAt - fixed, room))
    return false;
  const added = old.filter((message) => !isSummary(message));
  return added.length === old.length || estimateMessages(added) >= size * enoughForAnother;
}

/** Whether the conversation fits into the window of the model as it is, without summarising or leaving out any of it. */
export function fitsWhole(
  model: Model,
  input: Asked & { history: readonly Message[]; memory: FitMemory },
): boolean {
  const { size, room } = windowOf(model, input, 1);
  const messages = applySummary(fitAttachments(input.history, size), input.memory.summary);
  return estimateMessages(messages) <= room;
}

type SummaryResult = { events: StepEvent[]; summary: Summary | undefined };

async function summarise(
  model: Model,
  { old, messages, history }: Record<'old' | 'messages' | 'history', readonly Message[]>,
  signal: AbortSignal,
): Promise<SummaryResult> {
  const last = old.at(-1);
  if (!last) return { events: [], summary: undefined };
  const request = requestFor(old, model);
  const count = countUsage(model.kind, request);
  const text = await readSummary(model.stream(request, signal), count.see);
  const usage = count.total();
  const events = usage ? [priced(model, usage)] : [];
  if (!text || signal.aborted) return { events, summary: undefined };
  const covered = history.findIndex(({ id }) => id === last.id) + 1;
  const whole = withOpenRequest(text, messages, old);
  return { events, summary: { type: 'summarised', messages: covered, upTo: last.id, text: whole } };
}

/** If the current request of the user, or what they sent during its run, is summarised, the words are kept. */
function withOpenRequest(text: string, messages: readonly Message[], old: readonly Message[]): string {
  const begun = messages.findLastIndex(isRequest);
  const asked = messages.slice(Math.max(begun, 0)).filter(({ role }) => role === 'user');
  const lost = asked.filter((message) => old.includes(message));
  if (lost.length === 0) return text;
  const words = lost.map(textOf).join('\n\n');
  return `${text}\n\n[The user's request that is being worked on, word for word]\n${words}`;
}
