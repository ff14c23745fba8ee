/** Hands on what arrives between two frames as one, right before the next is drawn: a frame is laid out once. */
import type { EngineEvent } from '#shared/api/engine-event.ts';

/** In characters: what a frame of 16 ms can lay out of an answer on two slow cores without a graphics card. Models write less. */
const frameText = 560;

/** Frames over which a jam dissolves, such as an answer that comes in one piece: nobody could read it as fast as it comes. */
const jamFrames = 48;

type Deliver = (events: readonly EngineEvent[]) => void;

export type Frames = {
  /** Hands events on from now on. */
  start(deliver: Deliver): void;
  /** Resolves after everything that was added before this call is handed on. */
  drained(): Promise<void>;
};

/** A page that draws nothing hands on at once: its title, badge and notifications still count. */
export function perFrame(onEvents: (listener: Deliver) => void): Frames {
  let waiting: readonly EngineEvent[] = [];
  let frame = 0;
  let added = 0;
  let delivered = 0;
  let deliver: Deliver = () => undefined;
  let drains: { until: number; resolve(): void }[] = [];

  function flush(): void {
    cancelAnimationFrame(frame);
    const events = document.hidden ? waiting : takeText(waiting);
    waiting = waiting.slice(events.length);
    frame = waiting.length > 0 ? requestAnimationFrame(flush) : 0;
    try {
      if (events.length > 0) deliver(events);
    } finally {
      delivered += events.length;
      settle();
    }
  }

  function settle(): void {
    const done = drains.filter(({ until }) => until <= delivered);
    drains = drains.filter(({ until }) => until > delivered);
    for (const { resolve } of done) resolve();
  }

  function start(to: Deliver): void {
    deliver = to;
    document.addEventListener('visibilitychange', flush);
    onEvents((events) => {
      const pieces = document.hidden ? events : events.flatMap(piecesOf);
      waiting = [...waiting, ...pieces];
      added += pieces.length;
      if (document.hidden) flush();
      else frame ||= requestAnimationFrame(flush);
    });
  }

  return {
    start,
    drained: () =>
      new Promise((resolve) => {
        drains.push({ until: added, resolve });
        settle();
      }),
  };
}

/** Text cut so that a frame can take a part of it; a piece counts as its part of the event's number. */
function piecesOf(event: EngineEvent): EngineEvent[] {
  if (lengthOf(event) <= frameText || !('text' in event)) return [event];
  const texts = event.text.match(/.{1,280}/gsu) ?? [];
  return texts.map((text, at) => ({ ...event, text, seq: event.seq - 1 + (at + 1) / texts.length }));
}

/** As many as a frame takes, from the first on; what is no text costs the frame next to nothing. */
function takeText(events: readonly EngineEvent[]): readonly EngineEvent[] {
  const most = Math.max(frameText, events.reduce((sum, event) => sum + lengthOf(event), 0) / jamFrames);
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
