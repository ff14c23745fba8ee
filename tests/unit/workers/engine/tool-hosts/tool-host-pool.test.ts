/**
 * The pool: a host is reused only for the same tool with the same grants, and one unused spare is kept ready.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import type { ToolHost } from '#workers/engine/tool-hosts/tool-host.ts';
import { createToolHostPool } from '#workers/engine/tool-hosts/tool-host-pool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type FakeHost = ToolHost & { used: string[]; isAlive: boolean; finish(): void };

function setUp({ busyHosts = 8, holds = false } = {}) {
  const hosts: FakeHost[] = [];
  const spawn = (): ToolHost => {
    let finish: () => void = () => undefined;
    const work = async <T>(use: string, answer: T): Promise<T> => {
      host.used.push(use);
      if (holds) await new Promise<void>((resolve) => (finish = resolve));
      return answer;
    };
    const host: FakeHost = {
      used: [],
      isAlive: true,
      finish: () => finish(),
      alive: () => host.isAlive,
      terminate: () => void (host.isAlive = false),
      run: ({ call, grants }) =>
        work(`${call.tool} ${grants}`.trim(), { type: 'success', result: call.tool }),
      check: () => work('check', { type: 'valid' }),
    };
    hosts.push(host);
    return host;
  };
  const pool = createToolHostPool(spawn, { busyHosts, warmHostMs: 30_000 });
  const run = (tool: string, grants = '', signal = new AbortController().signal) => {
    const job: ToolHostJob = {
      call: { execution: asId<'execution'>('e'), tool, arguments: {} },
      overflow: { folder: 'f', file: 'g' },
      grants,
      ports: () => ({}),
      deadlineMs: 1_000,
      signal,
      onStart: () => undefined,
      onProgress: () => undefined,
      onOutput: () => undefined,
    };
    return pool.run(job);
  };
  const question = {
    execution: asId<'execution'>('e'),
    schema: { type: 'object' as const, properties: {} },
    values: {},
    signal: new AbortController().signal,
  };
  return {
    pool,
    hosts,
    run,
    check: () => pool.check(question),
    alive: () => hosts.filter(({ isAlive }) => isAlive),
  };
}

describe('a used host', () => {
  it('is used again for the same tool with the same grants, and for nothing else', async () => {
    const { run, check, hosts } = setUp();
    for (const [tool, grants] of [['a'], ['b'], ['a', 'network'], ['a'], ['b'], ['a', 'network']] as const)
      await run(tool, grants);
    await check();
    await check();
    await run('check');
    expect(hosts.map(({ used }) => used)).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a network', 'a network'],
      ['check', 'check'],
      ['check'],
      [],
    ]);
  });

  it('is terminated after a while without use; the spare stays', async () => {
    const { run, alive } = setUp();
    await run('a');
    await run('b');
    expect(alive()).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(alive().map(({ used }) => used)).toEqual([[]]);
  });

  it('is replaced by newer ones if there are too many', async () => {
    const { run, alive } = setUp({ busyHosts: 2 });
    for (const tool of ['a', 'b', 'c']) await run(tool);
    expect(alive().map(({ used }) => used)).toEqual([['b'], ['c'], []]);
  });

  it('that was killed is not used again', async () => {
    const { run, hosts } = setUp();
    await run('a');
    hosts[0]?.terminate();
    await run('a');
    expect(hosts.map(({ used }) => used)).toEqual([['a'], ['a'], []]);
  });
});

describe('the spare', () => {
  it('takes the first call, and is replaced when that is over, not before', async () => {
    const { pool, run, hosts } = setUp({ holds: true });
    pool.warm();
    pool.warm();
    expect(hosts).toHaveLength(1);
    const call = run('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(hosts.map(({ used }) => used)).toEqual([['a']]);
    hosts[0]?.finish();
    await call;
    expect(hosts.map(({ used }) => used)).toEqual([['a'], []]);
  });
});

describe('more calls than hosts', () => {
  it('wait in order, and one that is stopped meanwhile never starts', async () => {
    const { run, hosts } = setUp({ busyHosts: 1, holds: true });
    const stop = new AbortController();
    const first = run('a');
    const second = run('b', '', stop.signal);
    const third = run('c');
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    expect(await second).toMatchObject({
      errorType: 'cancelled',
      message: 'b was stopped before it started.',
    });
    hosts[0]?.finish();
    await first;
    await vi.advanceTimersByTimeAsync(0);
    hosts.find(({ used }) => used[0] === 'c')?.finish();
    expect(await third).toEqual({ type: 'success', result: 'c' });
    expect(hosts.flatMap(({ used }) => used)).toEqual(['a', 'c']);
  });
});
