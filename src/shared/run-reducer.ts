/** Folds run events into a session view; the same function on the page, in the engine and over the journal. */
import { assertNever } from './assert-never.ts';
import type { CallId } from './ids.ts';
import type { CallPart, Message, Part } from './message.ts';
import type { SessionEvent } from './run-event.ts';
import type { LiveRun, SessionView } from './session.ts';

/** Returns a new view that shares every message the event did not touch; events already seen change nothing. */
export function foldEvent(view: SessionView, event: SessionEvent): SessionView {
  if (event.session !== view.id) return view;
  if (event.type === 'run-start') return startRun(view, event);
  if (!view.run || view.run.id !== event.run || event.seq <= view.run.seq) return view;
  const run: LiveRun = { ...view.run, seq: event.seq };
  const { messages } = view;
  switch (event.type) {
    case 'step-start':
      return { ...view, run: withoutRetry(run), messages: [...messages, newStep(event)] };
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
    case 'step-end':
      return event.usage
        ? { ...view, run, messages: changeMessage(messages, -1, { usage: event.usage }) }
        : { ...view, run };
    case 'run-end':
      return endRun(view, event);
    default:
      return assertNever(event);
  }
}

function startRun(view: SessionView, event: SessionEvent & { type: 'run-start' }): SessionView {
  if (view.run?.id === event.run) return view;
  const known = view.messages.some((message) => message.id === event.message.id);
  const { outcome: _, ...rest } = view;
  return {
    ...rest,
    run: { id: event.run, seq: event.seq, startedAt: event.at },
    messages: known ? view.messages : [...view.messages, event.message],
  };
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

function appendText(parts: Part[], event: { type: 'text-delta' | 'reasoning-delta'; text: string }): Part[] {
  const type = event.type === 'text-delta' ? 'text' : 'reasoning';
  const last = parts.at(-1);
  if (last?.type !== type) return [...parts, { type, text: event.text }];
  return [...parts.slice(0, -1), { type, text: last.text + event.text }];
}

function endCall(messages: Message[], event: SessionEvent & { type: 'tool-end' }): Message[] {
  const { call, result, duration_ms } = event;
  const ended = changeCall(messages, call, { status: result.status });
  const at = ended.findLastIndex((message) =>
    message.parts.some((part) => part.type === 'call' && part.id === call),
  );
  const message = ended[at];
  if (!message) return ended;
  return changeMessage(ended, at, {
    parts: [...message.parts, { type: 'result', call, result, duration_ms }],
  });
}

function changeCall(messages: Message[], call: CallId, change: Partial<CallPart>): Message[] {
  const at = messages.findLastIndex((message) =>
    message.parts.some((part) => part.type === 'call' && part.id === call),
  );
  const message = messages[at];
  if (!message) return messages;
  const parts = message.parts.map((part) =>
    part.type === 'call' && part.id === call ? { ...part, ...change } : part,
  );
  return changeMessage(messages, at, { parts });
}

function changeLast(messages: Message[], change: (parts: Part[]) => Part[]): Message[] {
  const last = messages.at(-1);
  return last ? changeMessage(messages, -1, { parts: change(last.parts) }) : messages;
}

function changeMessage(messages: Message[], at: number, change: Partial<Message>): Message[] {
  const index = at < 0 ? messages.length + at : at;
  return messages.map((message, position) => (position === index ? { ...message, ...change } : message));
}
