/** The engine's events on the page: handed on as they arrive, or per frame, so that the page renders at most once per frame. */
import { nextTask } from '#shared/next-task.ts';
import type { EngineEvent, EventBatch } from '#shared/api/engine-event.ts';

/** Characters that a frame of 16 ms can lay out on two slow cores without a GPU. Models write less per frame. */
const frameText = 560;

/** Frames over which a backlog is spread, such as a long answer that arrives in one piece. */
const backlogFrames = 48;

/** By code points, so that no character is cut in two. */
const piecePattern = /.{1,280}/gsu;

export type Listener = (events: readonly EngineEvent[]) => void;

/** A new engine's end of a port whose events the listeners are given as they arrive. */
export function openEvents(listeners: ReadonlySet<Listener>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<EventBatch>) => {
    for (const listener of listeners)
      try {
        listener(data);
      } catch (error) {
        // The others must not miss the events.
        reportError(error);
      }
  };
  port1.onmessageerror = () => console.error('An event of the engine could not be read.');
  return port2;
}

/** A store that folds events into its state. */
export type EventConsumer = { fold(events: readonly EngineEvent[]): void };

export type Frames = {
  /** Begins to deliver the events of each frame to all consumers, inside one `batch`. */
  start(consumers: readonly EventConsumer[], batch: (work: () => void) => void): void;
  /** Resolves once all events that arrived before this call are delivered. */
  drained(): Promise<void>;
};

/**
 * The first events after a pause are handed on at once; what comes before the frame that draws them waits for it, and
 * is handed on in a task after it, because in the frame's own task the work would add up with its layout and paint.
 * A hidden page has no frames, so it gets all at once: its title, badge and notifications still change.
 */
export function perFrame(onEvents: (listener: Listener) => void): Frames {
  let waiting: readonly EngineEvent[] = [];
  let frame = 0;
  let added = 0;
  let delivered = 0;
  let deliver: Listener = () => undefined;
  let drains: { until: number; resolve(): void }[] = [];

  function onFrame(): void {
    frame = 0;
    // Meanwhile an event may have come and taken these with it.
    if (waiting.length > 0) nextTask(() => frame === 0 && flush());
  }

  function flush(): void {
    cancelAnimationFrame(frame);
    const events = document.hidden ? waiting : takeText(waiting);
    waiting = waiting.slice(events.length);
    frame = document.hidden ? 0 : requestAnimationFrame(onFrame);
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

  const start: Frames['start'] = (consumers, batch) => {
    deliver = (events) => batch(() => consumers.forEach((each) => each.fold(events)));
    document.addEventListener('visibilitychange', flush);
    onEvents((events) => {
      const pieces = document.hidden ? events : events.flatMap(piecesOf);
      waiting = [...waiting, ...pieces];
      added += pieces.length;
      if (document.hidden || frame === 0) flush();
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

/** Splits a text that is too long for one frame; the reducer counts the event once all its pieces are folded. */
function piecesOf(event: EngineEvent): EngineEvent[] {
  if (lengthOf(event) <= frameText || !('text' in event)) return [event];
  const texts = event.text.match(piecePattern) ?? [];
  return texts.map((text, at) => ({ ...event, text, piece: { part: at + 1, parts: texts.length } }));
}

/** The events for one frame, from the first on. Only text counts; other events cost a frame next to nothing. */
function takeText(events: readonly EngineEvent[]): readonly EngineEvent[] {
  const most = Math.max(frameText, events.reduce((sum, event) => sum + lengthOf(event), 0) / backlogFrames);
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
