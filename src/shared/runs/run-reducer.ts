/** Folds run events into a session view; the same function on the page, in the engine and over the journal. */
import { assertNever } from '../assert-never.ts';
import type { CallId, MessageId } from '../ids.ts';
import type { CallPart, Message, Note, Part, ReasoningPart, TextPart } from '../conversation/message.ts';
import type { SessionEvent } from './run-event.ts';
import type { LiveRun, SessionView } from '../conversation/session.ts';

/** Returns a new view that shares every message the event did not touch; events already seen change nothing. */
export function foldEvent(view: SessionView, event: SessionEvent): SessionView {
  if (event.session !== view.id) return view;
  if (event.type === 'run-start') return startRun(view, event);
  if (!view.run || view.run.id !== event.run || event.seq <= view.run.seq) return view;
  const run: LiveRun = { ...view.run, seq: event.seq };
  const { messages } = view;
  switch (event.type) {
    case 'step-start':
      return fork(
        { ...view, run: withoutRetry(run), messages: [...messages, newStep(event)] },
        event.message,
      );
    case 'step-restart':
      return { ...view, run: withoutRetry(run), messages: restartStep(messages, event) };
    case 'note':
      return { ...view, run, messages: changeLast(messages, (parts) => [...parts, noteOf(event)]) };
    case 'part-echo':
      return { ...view, run, messages: changeLast(messages, (parts) => addEcho(parts, event)) };
    case 'text-delta':
    case 'reasoning-delta':
      return {
        ...view,
        run: withoutRetry(run),
        messages: changeLast(messages, (parts) => appendText(parts, event)),
      };
    case 'step-retry':
      return { ...view, run: { ...run, retry: { error: event.error, seconds: event.seconds } } };
    case 'tool-call': {
      const call: CallPart = {
        type: 'call',
        id: event.call,
        name: event.name,
        arguments: event.arguments,
        status: 'pending',
        ...(event.echo ? { echo: event.echo } : {}),
      };
      return { ...view, run: withoutRetry(run), messages: changeLast(messages, (parts) => [...parts, call]) };
    }
    case 'tool-start':
      return {
        ...view,
        run,
        messages: changeCall(messages, event.call, { status: 'running', startedAt: event.at }),
      };
    case 'tool-progress':
      return { ...view, run, messages: changeCall(messages, event.call, { progress: event.text }) };
    case 'tool-end':
      return { ...view, run, messages: endCall(messages, event) };
    case 'reply-end': {
      const { usage, cost } = event;
      const spent = { ...(usage ? { usage } : {}), ...(cost === undefined ? {} : { cost }) };
      return { ...view, run, messages: changeMessage(messages, -1, spent) };
    }
    case 'step-end':
    case 'run-stop':
      return { ...view, run };
    case 'run-wait':
      return { ...view, run: { ...run, waiting: event.calls } };
    case 'run-resume': {
      const { waiting: _, ...resumed } = run;
      return { ...view, run: resumed };
    }
    case 'run-end':
      return endRun(view, event);
    default:
      return assertNever(event);
  }
}

/** A run whose messages are in the view is stored already: an event that comes late must not tell them twice. */
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

/** The first message of a run that begins a branch stands beside those that were there. */
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

function endRun(view: SessionView, event: SessionEvent & { type: 'run-end' }): SessionView {
  const { run: _, ...rest } = view;
  const { outcome } = event;
  if (outcome.type !== 'failed') return { ...rest, outcome };
  const { error } = outcome;
  return {
    ...rest,
    outcome,
    messages: changeLast(view.messages, (parts) => [...parts, { type: 'error', error }]),
  };
}

function withoutRetry(run: LiveRun): LiveRun {
  if (!run.retry) return run;
  const { retry: _, ...rest } = run;
  return rest;
}

/** The open part of a kind: the newest, results aside, unless its echo has ended it. */
function openPart(parts: readonly Part[], type: 'text' | 'reasoning'): TextPart | ReasoningPart | undefined {
  // A call that was started early may have its result in the middle of the reply.
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

/** What was shown of the reply goes; what the user was told about it stays. */
function restartStep(messages: Message[], event: SessionEvent & { type: 'step-restart' }): Message[] {
  const last = messages.at(-1);
  if (!last) return messages;
  const notes = last.parts.filter((part) => part.type === 'note');
  const { usage: _, cost: __, ...rest } = last;
  return messages.with(-1, {
    ...rest,
    ...(event.author ? { author: event.author } : {}),
    parts: [...notes, noteOf(event)],
  });
}

function noteOf({ note }: { note: Note }): Part {
  return { type: 'note', note };
}

function endCall(messages: Message[], event: SessionEvent & { type: 'tool-end' }): Message[] {
  const { call, result, duration_ms } = event;
  const end: Part = { type: 'result', call, result, duration_ms };
  return changeCall(messages, call, { status: result.status }, [end]);
}

/** Searched from the end and copied once per event: a reply may have thousands of calls, each with several events. */
function changeCall(
  messages: Message[],
  call: CallId,
  change: Partial<CallPart>,
  more: readonly Part[] = [],
): Message[] {
  for (let at = messages.length - 1; at >= 0; at--) {
    const parts = messages[at]?.parts ?? [];
    const place = parts.findLastIndex((part) => part.type === 'call' && part.id === call);
    const part = parts[place];
    if (part?.type !== 'call') continue;
    const changed = parts.concat(more);
    changed[place] = { ...part, ...change };
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
