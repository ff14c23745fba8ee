/**
 * The engine's events on the page: passed on as they arrive, or throttled, so that the page renders
 * at most 30 times a second.
 */
import { nextTask } from '#shared/next-task.ts';
import type { EngineEvent, EventBatch } from '#shared/api/engine-event.ts';

/** Characters that a frame of 16 ms can lay out on two slow cores without a GPU; models write less at a time. */
const charactersPerUpdate = 560;

/** Over how many updates a backlog, such as a long answer in one piece, is spread: about a second. */
const updatesPerBacklog = 24;

/** Milliseconds between two updates of the screen: more than 30 a second are not seen while reading. */
const updateIntervalMs = 33;

/** Matches by code points, so that no surrogate pair is split. */
const piecePattern = /.{1,280}/gsu;

export type Listener = (events: readonly EngineEvent[]) => void;

/** Returns the port for a new engine. Its events are passed to all listeners as they arrive. */
export function openEvents(listeners: ReadonlySet<Listener>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<EventBatch>) => {
    for (const listener of listeners)
      try {
        listener(data);
      } catch (error) {
        // An error in one listener must not keep the events from the others.
        reportError(error);
      }
  };
  port1.onmessageerror = () => console.error('An event of the engine could not be read.');
  return port2;
}

/** A store that folds events into its state. */
export type EventConsumer = { fold(events: readonly EngineEvent[]): void };

export type PacedEvents = {
  /** Begins to deliver the events of each update to all consumers, inside one `batch`. */
  start(consumers: readonly EventConsumer[], batch: (work: () => void) => void): void;
  /** Resolves once all events that arrived before this call are delivered. */
  drained(): Promise<void>;
};

/**
 * Throttles events to 30 updates of the screen a second, because drawing every frame slows a run down on two
 * cores. The first events after a pause are delivered at once. Later ones are queued for 33 ms, until the next
 * frame, and are delivered in a separate task after it: in the task of the frame, rendering, layout and paint
 * would add up to one long task. A hidden page has no frames, so it gets all events at once: its title, badge
 * and notifications still change.
 */
export function paceEvents(onEvents: (listener: Listener) => void): PacedEvents {
  let waiting: readonly EngineEvent[] = [];
  let stopWaiting: (() => void) | null = null;
  let added = 0;
  let delivered = 0;
  let deliver: Listener = () => undefined;
  let drains: { until: number; resolve(): void }[] = [];

  function onFrame(): void {
    stopWaiting = null;
    // A flush in the meantime may have delivered these events already.
    if (waiting.length > 0) nextTask(() => !stopWaiting && flush());
  }

  function flush(): void {
    stopWaiting?.();
    stopWaiting = null;
    const events = document.hidden ? waiting : takeNextUpdate(waiting);
    waiting = waiting.slice(events.length);
    if (!document.hidden) stopWaiting = waitForFrame(onFrame);
    try {
      if (events.length > 0) deliver(events);
    } finally {
      delivered += events.length;
      resolveDrains();
    }
  }

  function resolveDrains(): void {
    const done = drains.filter(({ until }) => until <= delivered);
    drains = drains.filter(({ until }) => until > delivered);
    for (const { resolve } of done) resolve();
  }

  const start: PacedEvents['start'] = (consumers, batch) => {
    deliver = (events) => batch(() => consumers.forEach((each) => each.fold(events)));
    document.addEventListener('visibilitychange', flush);
    onEvents((events) => {
      const pieces = document.hidden ? events : events.flatMap(piecesOf);
      waiting = [...waiting, ...pieces];
      added += pieces.length;
      if (document.hidden || !stopWaiting) flush();
    });
  };

  return {
    start,
    drained: () =>
      new Promise((resolve) => {
        drains.push({ until: added, resolve });
        resolveDrains();
      }),
  };
}

/** Calls `onFrame` in the first frame after 33 ms. Returns a function that cancels this. */
function waitForFrame(onFrame: () => void): () => void {
  let frame = 0;
  const timer = setTimeout(() => (frame = requestAnimationFrame(onFrame)), updateIntervalMs);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/** Splits a text that is too long for one frame; the reducer counts the event once all its pieces are folded. */
function piecesOf(event: EngineEvent): EngineEvent[] {
  if (lengthOf(event) <= charactersPerUpdate || !('text' in event)) return [event];
  const texts = event.text.match(piecePattern) ?? [];
  return texts.map((text, at) => ({ ...event, text, piece: { part: at + 1, parts: texts.length } }));
}

/** The events for one update, from the first on. Only text counts; other events cost a frame next to nothing. */
function takeNextUpdate(events: readonly EngineEvent[]): readonly EngineEvent[] {
  const most = Math.max(
    charactersPerUpdate,
    events.reduce((sum, event) => sum + lengthOf(event), 0) / updatesPerBacklog,
  );
  let length = 0;
  const end = events.findIndex((event) => {
    length += lengthOf(event);
    return length > most;
  });
  return end < 0 ? events : events.slice(0, Math.max(1, end));
}

function lengthOf(event: EngineEvent): number {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' ? event.text.length : 0;
}
