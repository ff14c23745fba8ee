/**
 * The runner of GGUF models: one model in memory, one reply at a time, immediate stop, and no leaked worker.
 */
import { describe, expect, it } from 'vitest';
import type { DeviceEvent } from '#shared/models/device-model.ts';
import { createGgufRunner } from '#workers/domains/device-models/gguf-runner.ts';
import type { MessageFromGguf, MessageToGguf } from '#workers/gguf/protocol.ts';
import { collect } from '#tests/fixtures/worlds/collect.ts';

/** A worker that echoes each prompt, or never answers. */
class FakeWorker {
  onmessage: ((event: MessageEvent<MessageFromGguf>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly heard: MessageToGguf[] = [];
  isDead = false;
  readonly #hangs: boolean;

  constructor(hangs: boolean) {
    this.#hangs = hangs;
  }

  postMessage(message: MessageToGguf): void {
    this.heard.push(message);
    if (message.type === 'load') {
      this.say({ type: 'progress', done: 2 });
      if (message.file.name === 'bad.gguf') this.say({ type: 'failed', error: { type: 'no_memory' } });
      else this.say({ type: 'loaded' });
    } else if (message.type === 'write') {
      const { reply } = message;
      this.say({ type: 'event', reply, event: { type: 'text', text: message.prompt.turns[0]?.text ?? '' } });
      if (this.#hangs) return;
      this.say({ type: 'event', reply, event: { type: 'stop', reason: 'end' } });
      this.say({ type: 'stopped', reply });
    }
  }

  say(data: MessageFromGguf): void {
    queueMicrotask(() => !this.isDead && this.onmessage?.({ data } as MessageEvent<MessageFromGguf>));
  }

  terminate(): void {
    this.isDead = true;
  }
}

function setUp({ hangs = false, restMs = 60_000, graceMs = 20 } = {}) {
  const workers: FakeWorker[] = [];
  const runner = createGgufRunner({
    spawn() {
      const worker = new FakeWorker(hangs);
      workers.push(worker);
      return worker as unknown as Worker;
    },
    open: async (name) => (name === 'gone.gguf' ? undefined : new File(['GGUF'], name)),
    onProgress: () => undefined,
    restMs,
    graceMs,
  });
  const ask = (file: string, text: string, signal = new AbortController().signal) =>
    runner.write({ file, contextTokens: 10 }, { turns: [{ role: 'user', text }], outputTokens: 5 }, signal);
  return { runner, workers, ask };
}

const stop: DeviceEvent = { type: 'stop', reason: 'end' };

describe('createGgufRunner', () => {
  it('reads a file once for many replies, and another in its place', async () => {
    const { workers, ask } = setUp();
    expect(await collect(ask('a.gguf', 'one'))).toEqual([{ type: 'text', text: 'one' }, stop]);
    expect(await collect(ask('a.gguf', 'two'))).toEqual([{ type: 'text', text: 'two' }, stop]);
    expect(workers).toHaveLength(1);
    await collect(ask('b.gguf', 'three'));
    expect(workers.map(({ isDead }) => isDead)).toEqual([true, false]);
  });

  it('queues replies', async () => {
    const { workers, ask } = setUp();
    const all = await Promise.all(['one', 'two', 'three'].map((text) => collect(ask('a.gguf', text))));
    expect(all.map((events) => events.length)).toEqual([2, 2, 2]);
    expect(workers).toHaveLength(1);
  });

  it('reports a missing file and a prompt that is too long, and continues with the next reply', async () => {
    const { workers, ask } = setUp();
    expect(await collect(ask('gone.gguf', 'x'))).toEqual([
      { type: 'error', error: { type: 'model_gone', model: 'gone.gguf' } },
    ]);
    expect(await collect(ask('bad.gguf', 'x'))).toEqual([
      { type: 'error', error: { type: 'no_memory', model: 'bad.gguf' } },
    ]);
    expect(workers.at(-1)?.isDead).toBe(true);
    expect(await collect(ask('a.gguf', 'x'))).toHaveLength(2);
  });

  it('is silent at once when it is stopped, and ends a worker that does not obey', async () => {
    const { workers, ask } = setUp({ hangs: true });
    const abort = new AbortController();
    const events: DeviceEvent[] = [];
    for await (const event of ask('a.gguf', 'one', abort.signal)) {
      events.push(event);
      abort.abort();
    }
    expect(events).toEqual([{ type: 'text', text: 'one' }]);
    expect(workers[0]?.heard.at(-1)).toEqual({ type: 'stop', reply: 1 });
    await expect.poll(() => workers[0]?.isDead).toBe(true);
  });

  it('ends with an error when its worker dies', async () => {
    const { workers, ask } = setUp({ hangs: true });
    const events: DeviceEvent[] = [];
    for await (const event of ask('a.gguf', 'one')) {
      events.push(event);
      workers[0]?.onerror?.({ message: 'gone', preventDefault: () => undefined } as ErrorEvent);
    }
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'model_unusable' } });
  });

  it('releases memory after some idle time, and when its file is deleted', async () => {
    const { workers, ask, runner } = setUp({ restMs: 10 });
    await collect(ask('a.gguf', 'one'));
    await expect.poll(() => workers[0]?.isDead).toBe(true);
    await collect(ask('a.gguf', 'two'));
    runner.forget('a.gguf');
    expect(workers[1]?.isDead).toBe(true);
  });

  it('does nothing for a request that was already cancelled', async () => {
    const { workers, ask } = setUp();
    expect(await collect(ask('a.gguf', 'x', AbortSignal.abort()))).toEqual([]);
    expect(workers).toEqual([]);
  });
});
