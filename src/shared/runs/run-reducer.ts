/** Folds run events into a session view; used by the page, the engine and the replay of a journal. */
import type { CallId, MessageId, RunId } from '../ids.ts';
import type { CallPart, Message, Part, ReasoningPart, TextPart } from '../conversation/message.ts';
import type { SessionEvent } from './run-event.ts';
import type { LiveRun, SessionView } from '../conversation/session.ts';
import * as limits from '../limits.ts';

type OngoingEvent = Exclude<SessionEvent, { type: 'run-start' | 'run-end' }>;

/** Returns a new view that shares every message the event did not touch; events already folded change nothing. */
export function foldEvent(view: SessionView, event: SessionEvent): SessionView {
  if (event.session !== view.id) return view;
  if (event.type === 'run-start') return startRun(view, event);
  if (!view.run || view.run.id !== event.run || isFolded(view.run, event)) return view;
  if (event.type === 'run-end') return endRun(view, event);
  const run = foldRun(advance(view.run, event), event);
  const next = { ...view, run, messages: foldMessages(view.messages, event) };
  return event.type === 'step-start' ? fork(next, event.message) : next;
}

function isFolded(run: LiveRun, { seq, piece }: SessionEvent): boolean {
  return seq <= run.seq || (piece !== undefined && piece.part <= (run.part ?? 0));
}

/** An event in pieces counts once its last piece is folded. */
function advance({ part: _, ...run }: LiveRun, { seq, piece }: SessionEvent): LiveRun {
  return piece && piece.part < piece.parts ? { ...run, part: piece.part } : { ...run, seq };
}

function foldRun(run: LiveRun, event: OngoingEvent): LiveRun {
  switch (event.type) {
    case 'step-start':
    case 'step-restart':
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-call':
      return withoutRetry(run);
    case 'step-retry':
      return { ...run, retry: { error: event.error, seconds: event.seconds } };
    case 'run-wait':
      return { ...run, waiting: event.calls };
    case 'run-resume': {
      const { waiting: _, ...resumed } = run;
      return resumed;
    }
    default:
      return run;
  }
}

function foldMessages(messages: Message[], event: OngoingEvent): Message[] {
  switch (event.type) {
    case 'step-start':
      return [...messages, newStep(event)];
    case 'user-message':
      return [...messages, event.message];
    case 'step-restart':
      return restartStep(messages, event);
    case 'note':
      return changeLast(messages, (parts) => [...parts, { type: 'note', note: event.note }]);
    case 'part-echo':
      return changeLast(messages, (parts) => addEcho(parts, event));
    case 'text-delta':
    case 'reasoning-delta':
      return changeLast(messages, (parts) => appendText(parts, event));
    case 'tool-call':
      return changeLast(messages, (parts) => [...parts, newCall(event)]);
    case 'tool-queued':
      return changeCall(messages, event.call, (part) => ({ ...part, isQueued: true }));
    case 'tool-start':
      return changeCall(messages, event.call, ({ isQueued: _, ...part }) => ({
        ...part,
        status: 'running',
        startedAt: event.at,
      }));
    case 'tool-progress':
      return changeCall(messages, event.call, (part) => ({ ...part, progress: event.text }));
    case 'tool-output':
      return changeCall(messages, event.call, (part) => ({
        ...part,
        output: lastPart((part.output ?? '') + event.text, limits.shownOutputCharacters),
      }));
    case 'tool-end':
      return endCall(messages, event);
    case 'reply-end':
      return endReply(messages, event);
    default:
      return unchanged(messages, event.type);
  }
}

/** Compiles only for these types, so that a new type of event must be handled above. */
function unchanged(
  messages: Message[],
  _: 'step-retry' | 'step-end' | 'run-stop' | 'run-wait' | 'run-resume',
): Message[] {
  return messages;
}

/** A run whose messages are in the view is stored already: a late event must not add them twice. */
function startRun(view: SessionView, event: SessionEvent & { type: 'run-start' }): SessionView {
  if (view.run?.id === event.run || view.messages.some(({ run }) => run === event.run)) return view;
  const { outcome: _, ...rest } = view;
  const base = view.messages.findIndex(({ id }) => id === event.base) + 1;
  const { message } = event;
  const next = view.messages[base];
  const left = next && (view.branches?.[next.id] ?? [next.id]);
  const started: SessionView = {
    ...rest,
    run: { id: event.run, seq: event.seq, startedAt: event.at, ...(left ? { fork: left } : {}) },
    messages: left ? view.messages.slice(0, base) : view.messages,
  };
  if (!message) return started;
  return fork({ ...started, messages: [...started.messages, message] }, message.id);
}

/** The first message of a run that begins a branch becomes a sibling of the messages after its base. */
function fork(view: SessionView, first: MessageId): SessionView {
  if (!view.run?.fork) return view;
  const { fork: left, ...run } = view.run;
  const siblings = [...left, first];
  const branches = { ...view.branches };
  for (const id of siblings) branches[id] = siblings;
  return { ...view, run, branches };
}

function newStep(event: SessionEvent & { type: 'step-start' }): Message {
  return {
    id: event.message,
    session: event.session,
    parent: event.parent,
    order: event.order,
    run: event.run,
    role: 'assistant',
    parts: [],
    at: event.at,
    author: event.author,
  };
}

function newCall({
  call,
  name,
  arguments: values,
  viaCallTool,
  echo,
}: SessionEvent & { type: 'tool-call' }): CallPart {
  return {
    ...{ type: 'call', id: call, name, arguments: values, status: 'pending' },
    ...(viaCallTool ? { viaCallTool } : {}),
    ...(echo ? { echo } : {}),
  };
}

function endReply(messages: Message[], { usage, cost }: SessionEvent & { type: 'reply-end' }): Message[] {
  return changeMessage(messages, -1, {
    ...(usage ? { usage } : {}),
    ...(cost === undefined ? {} : { cost }),
  });
}

function endRun(view: SessionView, event: SessionEvent & { type: 'run-end' }): SessionView {
  const { run: _, ...rest } = view;
  const { outcome } = event;
  if (outcome.type === 'stopped')
    return { ...rest, outcome, messages: markStopped(view.messages, event.run) };
  if (outcome.type !== 'failed') return { ...rest, outcome };
  const { error } = outcome;
  return {
    ...rest,
    outcome,
    messages: changeLast(view.messages, (parts) => [...parts, { type: 'error', error }]),
  };
}

/** In the answer itself, because the outcome of a run is only shown until the next one. */
function markStopped(messages: Message[], run: RunId): Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || last.run !== run) return messages;
  return changeLast(messages, (parts) => [...parts, { type: 'note', note: { type: 'stopped' } }]);
}

function withoutRetry(run: LiveRun): LiveRun {
  if (!run.retry) return run;
  const { retry: _, ...rest } = run;
  return rest;
}

/** The open part of a kind: the newest except results, unless its echo ended it. */
function openPart(parts: readonly Part[], type: 'text' | 'reasoning'): TextPart | ReasoningPart | undefined {
  // A call that started early may have its result in the middle of the reply.
  const last = parts.findLast((part) => part.type !== 'result');
  return last?.type === type && !last.echo ? last : undefined;
}

function appendText(parts: Part[], event: { type: 'text-delta' | 'reasoning-delta'; text: string }): Part[] {
  const type = event.type === 'text-delta' ? 'text' : 'reasoning';
  const open = openPart(parts, type);
  if (!open) return [...parts, { type, text: event.text }];
  return parts.with(parts.lastIndexOf(open), { type, text: open.text + event.text });
}

function addEcho(parts: Part[], { of, echo }: SessionEvent & { type: 'part-echo' }): Part[] {
  const open = openPart(parts, of);
  if (!open) return [...parts, { type: of, text: '', echo }];
  return parts.with(parts.lastIndexOf(open), { ...open, echo });
}

/** Discards the parts of the reply; its notes stay. */
function restartStep(messages: Message[], event: SessionEvent & { type: 'step-restart' }): Message[] {
  const last = messages.at(-1);
  if (!last) return messages;
  const notes = last.parts.filter((part) => part.type === 'note');
  const { usage: _, cost: __, ...rest } = last;
  return messages.with(-1, {
    ...rest,
    ...(event.author ? { author: event.author } : {}),
    parts: event.note ? [...notes, { type: 'note', note: event.note }] : notes,
  });
}

/** The end of a text, without half a surrogate pair. */
function lastPart(text: string, most: number): string {
  return text.length <= most ? text : text.slice(-most).replace(/^[\udc00-\udfff]/, '');
}

function endCall(messages: Message[], event: SessionEvent & { type: 'tool-end' }): Message[] {
  const { call, result, duration_ms } = event;
  const end: Part = { type: 'result', call, result, duration_ms };
  // The result contains the output.
  return changeCall(
    messages,
    call,
    ({ output: _, isQueued: __, ...part }) => ({ ...part, status: result.status }),
    [end],
  );
}

/** Searches from the end and copies the parts once: a reply may have thousands of calls with several events each. */
function changeCall(
  messages: Message[],
  call: CallId,
  change: (part: CallPart) => CallPart,
  more: readonly Part[] = [],
): Message[] {
  for (let at = messages.length - 1; at >= 0; at--) {
    const parts = messages[at]?.parts ?? [];
    const place = parts.findLastIndex((part) => part.type === 'call' && part.id === call);
    const part = parts[place];
    if (part?.type !== 'call') continue;
    const changed = parts.concat(more);
    changed[place] = change(part);
    return changeMessage(messages, at, { parts: changed });
  }
  return messages;
}

function changeLast(messages: Message[], change: (parts: Part[]) => Part[]): Message[] {
  const last = messages.at(-1);
  return last ? changeMessage(messages, -1, { parts: change(last.parts) }) : messages;
}

function changeMessage(messages: Message[], at: number, change: Partial<Message>): Message[] {
  const message = messages.at(at);
  return message ? messages.with(at, { ...message, ...change }) : messages;
}
