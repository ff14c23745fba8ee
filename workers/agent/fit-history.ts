/** Fits the history into a model's context window: summarises the oldest part, or leaves it out. */
import type { Message } from '#shared/conversation/message.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { countUsage } from './count-usage.ts';
import { estimateMessages, estimateText, estimateTools } from './estimate-tokens.ts';
import { applySummary, fitMessages, oldestPart, type Fitted, type Summary } from './fit-context.ts';
import { priced, type Model } from './model.ts';
import type { StepEvent } from './step-event.ts';
import { readSummary, summaryRequest } from './summarise.ts';

/** Above this share of the window the oldest part is summarised. */
const compactAt = 0.7;
/** Exchanges that are kept word for word. */
const keptExchanges = 4;
/** A reply may reserve at most this share of the window. */
const largestReplyShare = 1 / 4;

/** What a run remembers of its summaries, so that no request asks for one twice. */
export type SummaryMemory = {
  /** The newest of this run; the history holds it only from the next step on. */
  summary: Summary | undefined;
  /** Models that failed to summarise: asking again would cost a request per step. */
  failed: Set<Model>;
};

type FitInput = {
  system: string;
  tools: readonly ToolDefinition[];
  history: readonly Message[];
  /** The share of the window that is used. */
  scale: number;
  memory: SummaryMemory;
};

/** `events`: the usage and note of a summary. `fitted`: undefined if not even the newest messages fit. */
type FitResult = { events: StepEvent[]; fitted: Fitted | undefined };

export async function fitHistory(
  model: Model,
  { system, tools, history, scale, memory }: FitInput,
  signal: AbortSignal,
): Promise<FitResult> {
  const { contextTokens, outputTokens, toolTokens = Infinity } = model.traits;
  const reply = Math.min(outputTokens, contextTokens * largestReplyShare);
  const fixed = estimateText(system) + Math.min(estimateTools(tools), toolTokens);
  const room = (contextTokens - reply - fixed) * scale;
  const messages = applySummary(history, memory.summary);
  const old = oldestPart(messages, keptExchanges);
  const isDue = old.length > 0 && estimateMessages(messages) > room * compactAt && !memory.failed.has(model);
  if (!isDue) return { events: [], fitted: fitMessages(messages, room) };
  const { events, summary } = await summarise(model, { old, messages, history }, signal);
  if (!summary) {
    memory.failed.add(model);
    return { events, fitted: fitMessages(messages, room) };
  }
  memory.summary = summary;
  return {
    events: [...events, { type: 'note', note: summary }],
    fitted: fitMessages(applySummary(history, summary), room),
  };
}

type SummaryResult = { events: StepEvent[]; summary: Summary | undefined };

async function summarise(
  model: Model,
  { old, messages, history }: Record<'old' | 'messages' | 'history', readonly Message[]>,
  signal: AbortSignal,
): Promise<SummaryResult> {
  const last = old.at(-1);
  if (!last) return { events: [], summary: undefined };
  const request = summaryRequest(old, model.traits.contextTokens / 2);
  const count = countUsage(model.kind, request);
  const text = await readSummary(model.stream(request, signal), count.see);
  const usage = count.total();
  const events = usage ? [priced(model, usage)] : [];
  if (!text || signal.aborted) return { events, summary: undefined };
  const covered = history.findIndex(({ id }) => id === last.id) + 1;
  const whole = withOpenRequest(text, messages, old);
  return { events, summary: { type: 'summarised', messages: covered, upTo: last.id, text: whole } };
}

/** If the current request of the user is itself summarised, its words are kept. */
function withOpenRequest(text: string, messages: readonly Message[], old: readonly Message[]): string {
  const question = messages.findLast(({ role }) => role === 'user');
  if (!question || !old.includes(question)) return text;
  const words = question.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return `${text}\n\n[The user's request that is being worked on, word for word]\n${words}`;
}
