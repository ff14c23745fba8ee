/** An alarm sounds and vibrates until it ends, and reports when the browser plays no sound. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRing } from '#src/page-services/ring.ts';

class FakeAudio {
  static readonly made: FakeAudio[] = [];
  state = 'suspended';
  onstatechange: (() => void) | null = null;
  readonly sampleRate = 8_000;
  readonly destination = {};
  constructor() {
    FakeAudio.made.push(this);
  }
  resume(): Promise<void> {
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.state = 'closed';
    return Promise.resolve();
  }
  /** Simulates a tap, after which the browser allows sound. */
  play(): void {
    this.state = 'running';
    this.onstatechange?.();
  }
}

class FakeBuffer {
  readonly samples: Float32Array;
  constructor({ length }: { length: number }) {
    this.samples = new Float32Array(length);
  }
  getChannelData(): Float32Array {
    return this.samples;
  }
}

const sources: { loop: boolean; buffer: FakeBuffer; isStarted: boolean }[] = [];
const buzzes: (number | number[])[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  [FakeAudio.made, sources, buzzes].forEach((list) => (list.length = 0));
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('AudioBuffer', FakeBuffer);
  vi.stubGlobal(
    'AudioBufferSourceNode',
    class {
      readonly #source;
      constructor(_: FakeAudio, { buffer, loop }: { buffer: FakeBuffer; loop: boolean }) {
        this.#source = { buffer, loop, isStarted: false };
        sources.push(this.#source);
      }
      connect(): void {}
      start(): void {
        this.#source.isStarted = true;
      }
    },
  );
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { vibrate: (pattern: number | number[]) => buzzes.push(pattern) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sounds in a loop of beeps and silence, and vibrates with each round', () => {
  const over = new AbortController();
  startRing(over.signal, () => undefined);
  expect(sources).toMatchObject([{ loop: true, isStarted: true }]);
  const samples = sources[0]?.buffer.samples ?? new Float32Array();
  expect(samples.some((sample) => Math.abs(sample) > 0.3)).toBe(true);
  expect(samples.slice(-100).every((sample) => sample === 0)).toBe(true);
  expect(buzzes).toEqual([[400, 200, 400]]);
  vi.advanceTimersByTime(3_200);
  expect(buzzes).toHaveLength(3);
  over.abort();
  expect(buzzes.at(-1)).toBe(0);
  expect(FakeAudio.made[0]?.state).toBe('closed');
  vi.advanceTimersByTime(10_000);
  expect(buzzes).toHaveLength(4);
});

it('reports that no sound is played until the page was tapped', () => {
  const heard: boolean[] = [];
  startRing(new AbortController().signal, (isBlocked) => heard.push(isBlocked));
  expect(heard).toEqual([true]);
  FakeAudio.made[0]?.play();
  expect(heard).toEqual([true, false]);
});
