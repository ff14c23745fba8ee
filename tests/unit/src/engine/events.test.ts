/**
 * Events are delivered between frames: in order, completely, and with no more text than a frame can lay out.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEvents, paceEvents, type Listener } from '#src/engine/events.ts';
import { nextTask } from '#shared/next-task.ts';
import { asId } from '#shared/ids.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';

const base = { session: asId<'session'>('session_1'), run: asId<'run'>('run_1') };

function delta(seq: number, length: number): EngineEvent {
  return { ...base, seq, type: 'text-delta', text: 'x'.repeat(length) };
}

function end(seq: number): EngineEvent {
  return { ...base, seq, type: 'run-end', outcome: { type: 'completed' }, at: 0 };
}

function setUp() {
  const handed: EngineEvent[][] = [];
  let add: (events: readonly EngineEvent[]) => void = () => undefined;
  const paced = paceEvents((listener) => (add = listener));
  paced.start([{ fold: (events) => void handed.push([...events]) }], (work) => work());
  return { paced, handed, add: (...events: EngineEvent[]) => add(events) };
}

let due: Array<() => void> = [];
let page: { hidden: boolean; addEventListener(type: string, listener: () => void): void };
let change: () => void = () => undefined;

/** Runs the callbacks of one frame; returns false if none was requested. */
function frame(): boolean {
  const now = due;
  due = [];
  for (const callback of now) callback();
  return now.length > 0;
}

/**
 * Advances the time by one turn, draws a frame and ends the task after it; false if no frame was requested.
 */
async function turn(): Promise<boolean> {
  vi.advanceTimersByTime(33);
  const isAsked = frame();
  await new Promise<void>((resolve) => nextTask(resolve));
  return isAsked;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  due = [];
  page = { hidden: false, addEventListener: (_, listener) => (change = listener) };
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => due.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('passes the events to every listener, even if one throws', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const heard: unknown[] = [];
  const fault = new Error('One listener fails.');
  const broken: Listener = () => {
    throw fault;
  };
  const port = openEvents(new Set<Listener>([broken, (events) => heard.push(events)]));
  port.postMessage([end(1)]);
  await vi.waitFor(() => expect(heard).toEqual([[end(1)]]));
  expect(reported).toHaveBeenCalledExactlyOnceWith(fault);
  port.close();
});

describe('paceEvents', () => {
  it('delivers the first event at once, and those before the next turn together', async () => {
    const { handed, add } = setUp();
    add(delta(1, 10));
    add(delta(2, 10));
    add(delta(3, 10), end(4));
    expect(handed.map((events) => events.length)).toEqual([1]);
    await turn();
    expect(handed.map((events) => events.length)).toEqual([1, 3]);
    await turn();
    expect(await turn()).toBe(false);
    add(delta(5, 10));
    expect(handed.map((events) => events.length)).toEqual([1, 3, 1]);
  });

  it('delivers nothing in the frames of the first 33 ms', async () => {
    const { handed, add } = setUp();
    add(delta(1, 10));
    add(delta(2, 10));
    vi.advanceTimersByTime(32);
    expect(frame()).toBe(false);
    await new Promise<void>((resolve) => nextTask(resolve));
    expect(handed).toHaveLength(1);
  });

  it('leaves the task of a frame to the browser', async () => {
    const { handed, add } = setUp();
    add(delta(1, 10));
    add(delta(2, 10));
    vi.advanceTimersByTime(33);
    frame();
    await Promise.resolve();
    expect(handed).toHaveLength(1);
    // This event is delivered before the task after the frame, which then has nothing to do.
    add(delta(3, 10));
    expect(handed.map((events) => events.length)).toEqual([1, 2]);
    await turn();
    expect(handed).toHaveLength(2);
  });

  it('spreads text that is too long for a frame over the next ones, in order and completely', async () => {
    const { handed, add } = setUp();
    const events = [...Array.from({ length: 10 }, (_, at) => delta(at + 1, 400)), end(11)];
    add(...events);
    while (await turn());
    expect(handed.length).toBeGreaterThan(3);
    expect(handed.flat()).toEqual(events);
    for (const part of handed)
      expect(part.filter(({ type }) => type === 'text-delta').length * 400).toBeLessThanOrEqual(560);
  });

  it('splits an event that is too long for a frame, between characters', async () => {
    const { handed, add } = setUp();
    const text = `x${'😀'.repeat(2_000)}`;
    add({ ...base, seq: 7, type: 'text-delta', text });
    while (await turn());
    expect(handed.length).toBeGreaterThan(2);
    const pieces = handed.flat().filter((event) => event.type === 'text-delta');
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    for (const piece of pieces) expect(piece.text.isWellFormed()).toBe(true);
    expect(pieces.every(({ seq }) => seq === 7)).toBe(true);
    expect(pieces.map(({ piece }) => piece)).toEqual(
      pieces.map((_, at) => ({ part: at + 1, parts: pieces.length })),
    );
  });

  it('never lags far behind, however many events arrive', async () => {
    const { handed, add } = setUp();
    let seq = 0;
    for (let frame = 0; frame < 300; frame++) {
      add(...Array.from({ length: 10 }, () => delta(++seq, 400)));
      await turn();
    }
    const behind = seq - handed.flat().length;
    expect(behind).toBeLessThanOrEqual(10 * 60);
  });

  it('delays nothing for a page that renders nothing', () => {
    const { handed, add } = setUp();
    add(...Array.from({ length: 10 }, (_, at) => delta(at + 1, 400)));
    page.hidden = true;
    change();
    expect(handed.flat()).toHaveLength(10);
    add(delta(11, 4_000), end(12));
    expect(handed.flat()).toHaveLength(12);
  });

  it('resolves when all events so far are delivered, and does not wait for later ones', async () => {
    const { paced, add } = setUp();
    await paced.drained();
    add(...Array.from({ length: 4 }, (_, at) => delta(at + 1, 400)));
    let isDrained = false;
    const drained = paced.drained().then(() => (isDrained = true));
    await turn();
    expect(isDrained).toBe(false);
    add(...Array.from({ length: 40 }, (_, at) => delta(at + 5, 400)));
    for (let frame = 0; frame < 3; frame++) await turn();
    await drained;
    expect(isDrained).toBe(true);
    expect(await turn()).toBe(true);
  });
});
