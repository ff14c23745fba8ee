/** Emits the events of one run: deltas batched per frame, numbered, folded, journaled in groups, posted. */
import type { RunId, SessionId } from '#shared/ids.ts';
import { nextTask } from '#shared/next-task.ts';
import type { RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import { foldEvent } from '#shared/runs/run-reducer.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { countWork, type RunWork } from '#shared/runs/run-work.ts';
import type { Spent } from '#shared/runs/spent.ts';
import { spentOn } from '#workers/agent/budget.ts';
import type { Journal } from '../sessions/journal/journal.ts';

/** Two frames at 60 Hz: faster updates are not read sooner, and every other frame stays free for other work. */
const frameMs = 33;

export type RunStream = {
  session: SessionId;
  run: RunId;
  emit(event: RunEvent): void;
  /** Everything emitted so far, folded. */
  view(): SessionView;
  /** What the run has cost so far. */
  spent(): Spent;
  /** What its steps have taken so far. */
  work(): RunWork;
  /** Numbers, folds and journals the last event without posting it: it is posted once the run is committed. */
  end(event: RunEvent & { type: 'run-end' }): SessionEvent;
};

type StreamOptions = {
  session: SessionId;
  run: RunId;
  view: SessionView;
  /** The events of the run that `view` contains; empty for a new run. */
  past: readonly SessionEvent[];
  journal: Journal;
  /** Called in order, and after the events are journaled, so that a reader of the journal misses none. */
  post(events: readonly SessionEvent[]): void;
  /** The journal could not be written, so the run must end. */
  onJournalError(error: unknown): void;
};

export function createRunStream({
  session,
  run,
  view: start,
  past,
  journal,
  post,
  onJournalError,
}: StreamOptions): RunStream {
  let view = start;
  let seq = past.at(-1)?.seq ?? 0;
  const work = countWork(past);

  function number(event: RunEvent): SessionEvent {
    const numbered: SessionEvent = { seq: ++seq, session, run, ...event };
    view = foldEvent(view, numbered);
    work.add(event);
    return numbered;
  }

  const record = createRecorder(journal, onJournalError);
  const groups = createGroups((events) => {
    record(events);
    post(events);
  });
  const deliver = (event: RunEvent) => groups.add(number(event));
  const deltas = createDeltaBuffer(deliver);

  return {
    session,
    run,
    emit(event) {
      if (event.type === 'text-delta' || event.type === 'reasoning-delta') return deltas.add(event);
      deltas.flush();
      deliver(event);
    },
    view() {
      deltas.flush();
      return view;
    },
    work: work.sum,
    spent: () => spentOn(view.messages.filter((message) => message.run === run)),
    end(event) {
      deltas.flush();
      groups.flush();
      const last = number(event);
      record([last]);
      return last;
    },
  };
}

/** Writes events to the journal, and flushes it at once or in the next task, as they need. */
function createRecorder(journal: Journal, onError: (error: unknown) => void) {
  let stopFlush: (() => void) | undefined;

  function flush(): void {
    stopFlush?.();
    stopFlush = undefined;
    try {
      journal.flush();
    } catch (error) {
      onError(error);
    }
  }

  return (events: readonly SessionEvent[]): void => {
    try {
      journal.append(...events);
    } catch (error) {
      return onError(error);
    }
    if (events.some(({ type }) => flushedAtOnce.has(type))) flush();
    else if (events.some(({ type }) => flushedSoon.has(type))) stopFlush ??= nextTask(flush);
  };
}

/** Groups events: one write to the journal and one message to the page cost as much for several. */
function createGroups(deliver: (events: readonly SessionEvent[]) => void) {
  let waiting: SessionEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    if (events.length > 0) deliver(events);
  }

  return {
    flush,
    add(event: SessionEvent): void {
      waiting.push(event);
      const most = waitsMs[event.type];
      if (most === undefined) return flush();
      // After `tool-end`, `step-end` follows at once, unless other calls still run.
      if (most === 0) clearTimeout(timer);
      if (most === 0 || timer === undefined) timer = setTimeout(flush, most);
    },
  };
}

/** How long an event may wait for the next, in milliseconds. Other types flush the waiting ones at once. */
const waitsMs: Readonly<Partial<Record<RunEvent['type'], number>>> = {
  'step-start': frameMs,
  'tool-call': frameMs,
  'part-echo': frameMs,
  // `tool-start` or `step-end` follows at once, unless the user is asked first or a call still runs.
  'reply-end': frameMs,
  'tool-end': 0,
};

type Delta = Extract<RunEvent, { type: 'text-delta' | 'reasoning-delta' }>;

/** Joins deltas of one kind and delivers them every 33 ms. */
function createDeltaBuffer(deliver: (delta: Delta) => void) {
  let pending: Delta | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const joined = pending;
    pending = undefined;
    if (joined) deliver(joined);
  }

  return {
    flush,
    add({ type, text }: Delta): void {
      if (pending && pending.type !== type) flush();
      pending = { type, text: (pending?.text ?? '') + text };
      timer ??= setTimeout(flush, frameMs);
    },
  };
}

/**
 * Flushed to disk before the run goes on, because what follows has effects: a request that costs, a call. A run resumed
 * after a power cut needs these events.
 */
const flushedAtOnce: ReadonlySet<RunEvent['type']> = new Set([
  'run-start',
  'user-message',
  'run-end',
  'tool-start',
  'run-resume',
  'run-stop',
]);

/**
 * Flushed in the next task, while the run waits for the model or a tool: what they record has happened already, so a
 * power cut before the flush loses no more than one a moment earlier. The next call starts with a flush of its own.
 */
const flushedSoon: ReadonlySet<RunEvent['type']> = new Set(['reply-end', 'tool-end', 'step-end']);
