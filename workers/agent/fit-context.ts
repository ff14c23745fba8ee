/** Fits messages into a token budget: applies the newest summary, then leaves out the oldest messages. */
import { asId, type MessageId } from '#shared/ids.ts';
import {
  isSteering,
  type Message,
  type Note,
  type Part,
  type ResultPart,
} from '#shared/conversation/message.ts';
import { sliceGraphemes } from '#shared/shorten.ts';
import { estimateMessage, estimateMessages } from './estimate-tokens.ts';
import { carriedFrom } from './told.ts';

export type Summary = Extract<Note, { type: 'summarised' }>;

const summarySuffix = '-summary';

/** One message per summary, so that its token estimate and JSON stay cached. */
const summaryMessages = new WeakMap<Summary, Message>();

/** Replaces the messages that the newest summary covers by it. `newest`: one that is not in a message yet. */
export function applySummary(messages: readonly Message[], newest?: Summary): readonly Message[] {
  const note = newest ?? findSummary(messages);
  const at = note ? messages.findIndex(({ id }) => id === note.upTo) : -1;
  const last = messages[at];
  if (!note || !last) return messages;
  const known = summaryMessages.get(note) ?? toMessage(note, last, messages.slice(0, at + 1));
  summaryMessages.set(note, known);
  return [known, ...messages.slice(at + 1)];
}

function findSummary(messages: readonly Message[]): Summary | undefined {
  for (let at = messages.length - 1; at >= 0; at--)
    for (const part of messages[at]?.parts ?? [])
      if (part.type === 'note' && part.note.type === 'summarised') return part.note;
  return undefined;
}

/** What the app had told is not in the text of the summary, and still holds. */
function toMessage({ text }: Summary, last: Message, covered: readonly Message[]): Message {
  const part: Part = { type: 'text', text: `[Summary of the conversation so far]\n${text}` };
  const parts = [part, ...carriedFrom(covered)];
  return { ...last, id: asId<'message'>(last.id + summarySuffix), role: 'user', parts };
}

/**
 * What a summary should cover: all but the last exchanges, or, if one request has become a long chain of steps, all but
 * its last steps. Empty if that is only an earlier summary, which would be summarised again at every step.
 */
export function oldestPart(messages: readonly Message[], keep: number): readonly Message[] {
  const exchanges = allBut(messages, 'user', keep, keep);
  return exchanges.some((message) => !isSummary(message))
    ? exchanges
    : allBut(messages, 'assistant', keep, 2 * keep);
}

/** Everything before the last `keep` messages of a role, if there are more than `most` of them. */
function allBut(
  messages: readonly Message[],
  role: Message['role'],
  keep: number,
  most: number,
): readonly Message[] {
  const places = messages.flatMap((message, at) => (message.role === role ? [at] : []));
  return places.length > most ? messages.slice(0, places.at(-keep)) : [];
}

export function isSummary({ id }: Message): boolean {
  return id.endsWith(summarySuffix);
}

/** `first`: the first message that was kept, if others were left out. */
export type Fitted = { messages: readonly Message[]; dropped: number; first?: MessageId };

/**
 * The share of the budget that is filled once messages were left out. Room remains for many steps, because leaving out
 * more changes the beginning of the request, which services then no longer read from their cache.
 */
const filledShare = 0.5;

/**
 * Contract: calls keep their results, the newest message stays, and so do the user's last message and a summary, if they
 * fit. Undefined if not even the newest message fits. `budget` is in tokens. `cut`: the `first` of the last request,
 * which stays the first message as long as what follows fits.
 */
export function fitMessages(
  messages: readonly Message[],
  budget: number,
  cut?: MessageId,
): Fitted | undefined {
  if (estimateMessages(messages) <= budget) return { messages, dropped: 0 };
  const [summary, ...rest] = messages;
  const fitted =
    summary && isSummary(summary) ? fitNewest(rest, budget - estimateMessage(summary), cut) : undefined;
  // Without the summary, what it covers would be lost to the model.
  if (summary && fitted) return { ...fitted, messages: [summary, ...fitted.messages] };
  return fitNewest(messages, budget, cut);
}

function fitNewest(
  messages: readonly Message[],
  budget: number,
  cut: MessageId | undefined,
): Fitted | undefined {
  const before = messages.findIndex(({ id }) => id === cut);
  const same = before > 0 ? beginAt(messages, before, budget) : undefined;
  // Without what is carried, the request would no longer begin as the last one did.
  if (same?.isWhole) return same.fitted;
  const half = firstWithin(messages, budget * filledShare);
  const first = half ?? firstWithin(messages, budget);
  return first === undefined ? shrinkNewest(messages, budget) : beginAt(messages, first, budget)?.fitted;
}

/** The first of the newest messages that fit together with the user's last one; undefined if not even one does. */
function firstWithin(messages: readonly Message[], budget: number): number | undefined {
  const asked = messages.findLastIndex(isRequest);
  const question = messages[asked];
  let room = budget - (question ? estimateMessage(question) : 0);
  let first = messages.length;
  while (first > 0) {
    const message = messages[first - 1];
    if (!message) break;
    const size = message === question ? 0 : estimateMessage(message);
    if (size > room) break;
    room -= size;
    first--;
  }
  if (first === messages.length || room < 0) return undefined;
  // Providers require that a conversation begins with the user.
  const next = messages.findIndex((message, at) => at >= first && isRequest(message));
  return next < 0 ? first : next;
}

/**
 * The messages from `first` on, behind the user's message that they answer; undefined if they do not fit. `isWhole`: with
 * all that is carried over from those left out.
 */
function beginAt(
  messages: readonly Message[],
  first: number,
  budget: number,
): { fitted: Fitted; isWhole: boolean } | undefined {
  const kept = messages.slice(first);
  const isAnswer = !kept[0] || !isRequest(kept[0]);
  const question = isAnswer ? messages.slice(0, first).findLast(isRequest) : undefined;
  const left = messages.slice(0, first).filter((message) => message !== question);
  const begun = question ? [question, ...kept] : kept;
  const [opening, ...others] = begun;
  if (!opening || estimateMessages(begun) > budget) return undefined;
  const carried = { ...opening, parts: [...opening.parts, ...carriedFrom(left)] };
  const isCarried = carried.parts.length > opening.parts.length;
  const whole = isCarried ? [carried, ...others] : begun;
  const isWhole = estimateMessages(whole) <= budget;
  const fitted = {
    messages: isWhole ? whole : begun,
    dropped: left.length,
    ...(kept[0] ? { first: kept[0].id } : {}),
  };
  return { fitted, isWhole };
}

/** A message of the user that began a run. One that was sent during it belongs to the answer. */
export function isRequest(message: Message): boolean {
  return message.role === 'user' && !isSteering(message);
}

/** For when not even the newest message fits: cuts its results in the middle until it does. */
function shrinkNewest(messages: readonly Message[], budget: number): Fitted | undefined {
  const question = messages.findLast(isRequest);
  const newest = messages.at(-1);
  if (!newest || newest === question) return undefined;
  const rest = budget - (question ? estimateMessage(question) : 0);
  for (let characters = 8_000; characters >= 250; characters /= 2) {
    const parts = newest.parts.map((part) =>
      part.type === 'result' ? shrinkResult(part, characters) : part,
    );
    const shrunk = { ...newest, parts };
    if (estimateMessage(shrunk) <= rest) {
      const fitted = question ? [question, shrunk] : [shrunk];
      return { messages: fitted, dropped: messages.length - fitted.length, first: newest.id };
    }
  }
  return undefined;
}

function shrinkResult(part: ResultPart, characters: number): ResultPart {
  if (part.result.status === 'error') return part;
  const { result } = part.result;
  const shrunk =
    typeof result === 'string'
      ? cutText(result, characters)
      : result.map((block) =>
          block.type === 'text' ? { ...block, text: cutText(block.text, characters) } : block,
        );
  return { ...part, result: { status: 'success', result: shrunk } };
}

function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = Math.floor(characters / 2);
  return `${sliceGraphemes(text, 0, half)}\n[… cut to fit …]\n${sliceGraphemes(text, text.length - half)}`;
}
