/** Jobs run one by one; one that exceeds its deadline is terminated, and the next job gets a new worker. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RenderReply, RenderRequest } from '#shared/rendering/renderer-protocol.ts';
import { createRenderQueue, type RendererWorker } from '#src/ui/markdown/renderer/render-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fake workers, which answer only when a test tells them to. */
function fakeWorkers() {
  const workers: (RendererWorker & { requests: RenderRequest[]; isAlive: boolean })[] = [];
  const spawn = () => {
    const requests: RenderRequest[] = [];
    const worker = {
      requests,
      isAlive: true,
      onmessage: null,
      onerror: null,
      postMessage: (request: RenderRequest) => void requests.push(request),
      terminate: () => void (worker.isAlive = false),
    };
    workers.push(worker);
    return worker;
  };
  const reply = (at: number, data: RenderReply) =>
    workers[at]?.onmessage?.({ data } as MessageEvent<RenderReply>);
  return { workers, spawn, reply };
}

const job = { type: 'colour', input: { text: 'let a', language: 'js' } } as const;
const within = (ms: number, signal = new AbortController().signal) => ({ deadlineMs: () => ms, signal });

describe('the render queue', () => {
  it('runs one job after the other in one worker', async () => {
    const { workers, spawn, reply } = fakeWorkers();
    const queue = createRenderQueue(spawn, () => 0);
    const first = queue(job, within(100));
    const second = queue(job, within(100));
    await vi.advanceTimersByTimeAsync(0);
    expect(workers[0]?.requests.map(({ id }) => id)).toEqual([1]);
    reply(0, { id: 1, state: 'finished', output: [['let', 'keyword']] });
    expect(await first).toMatchObject({ output: [['let', 'keyword']] });
    await vi.advanceTimersByTimeAsync(0);
    reply(0, { id: 2, state: 'failed', message: 'no' });
    expect(await second).toMatchObject({ output: null });
    expect(workers).toHaveLength(1);
  });

  it('terminates a job at its deadline, which counts from when its code is loaded', async () => {
    const { workers, spawn, reply } = fakeWorkers();
    const queue = createRenderQueue(spawn, () => Date.now());
    const slow = queue(job, within(100));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(workers[0]?.isAlive).toBe(true);
    reply(0, { id: 1, state: 'started' });
    await vi.advanceTimersByTimeAsync(100);
    expect(await slow).toEqual({ output: null, took: 100 });
    expect(workers[0]?.isAlive).toBe(false);
    const next = queue(job, within(100));
    await vi.advanceTimersByTimeAsync(0);
    reply(1, { id: 2, state: 'finished', output: null });
    await next;
    expect(workers).toHaveLength(2);
  });

  it('skips jobs that are no longer needed, or have no time left', async () => {
    const { workers, spawn } = fakeWorkers();
    const queue = createRenderQueue(spawn, () => 0);
    expect(await queue(job, within(100, AbortSignal.abort()))).toEqual({ output: null, took: 0 });
    expect(await queue(job, within(0))).toEqual({ output: null, took: 0 });
    expect(workers).toHaveLength(0);
  });

  it('continues if no worker starts, or one fails', async () => {
    const { workers, spawn } = fakeWorkers();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const none = createRenderQueue(() => {
      throw new Error('No worker.');
    });
    expect(await none(job, within(100))).toEqual({ output: null, took: 0 });
    expect(warn).toHaveBeenCalled();
    const queue = createRenderQueue(spawn, () => 0);
    const failing = queue(job, within(100));
    await vi.advanceTimersByTimeAsync(0);
    workers[0]?.onerror?.({} as ErrorEvent);
    expect(await failing).toMatchObject({ output: null });
  });
});
