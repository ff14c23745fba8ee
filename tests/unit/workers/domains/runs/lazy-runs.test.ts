/** Runs are loaded once, when there is something to do, and their absence loses nothing. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import { lazyRuns } from '#workers/domains/runs/lazy-runs.ts';
import type { Runs } from '#workers/domains/runs/runs.ts';
import type { WaitingSend } from '#workers/domains/runs/waiting-sends.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { session } from '#tests/fixtures/worlds/messages.ts';

const report: RunReport = {
  session,
  run: asId<'run'>('r'),
  outcome: { type: 'completed' },
  text: '',
  calls: [],
};

function setUp({ sends = [], fails = 0 }: { sends?: WaitingSend[]; fails?: number } = {}) {
  const calls: string[] = [];
  let left = fails;
  const runs: Runs = {
    send: async ({ text }) => (calls.push(text), report),
    regenerate: async () => report,
    resume: async () => report,
    stop: () => true,
    endWaiting: async () => undefined,
    adopt: async () => void calls.push('adopt'),
    view: () => ({ id: session, messages: [] }),
  };
  const { root } = createMemoryFiles();
  const waitingSends = {
    list: async () => sends,
    has: async () => false,
    add: async () => undefined,
    remove: async () => undefined,
    removeOf: async () => undefined,
  };
  const lazy = lazyRuns({ journals: root, waitingSends }, async () => {
    calls.push('load');
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return runs;
  });
  return { lazy, calls, root };
}

describe('runs that are loaded late', () => {
  it('know of no run before the first', () => {
    const { lazy, calls } = setUp();
    expect(lazy.view(session)).toBeUndefined();
    expect(lazy.stop(session)).toBe(false);
    expect(calls).toEqual([]);
  });

  it('are not loaded where nothing was left behind', async () => {
    const { lazy, calls } = setUp();
    await lazy.adopt();
    expect(calls).toEqual([]);
    await lazy.send({ session, text: 'hello' });
    await lazy.adopt();
    expect(calls).toContain('adopt');
  });

  it('are loaded for a journal, and for a message that waits', async () => {
    const { lazy, calls, root } = setUp();
    await root.getFileHandle('run_1.jsonl', { create: true });
    await lazy.adopt();
    expect(calls).toEqual(['load', 'adopt']);
    const input = { session, text: 'later', media: [] };
    const other = setUp({ sends: [{ id: asId<'run'>('r'), tab: 't', at: 1, input }] });
    await other.lazy.adopt();
    expect(other.calls).toEqual(['load', 'adopt']);
  });

  it('are stopped also while their code is fetched', async () => {
    const { lazy, calls } = setUp();
    const asked = [lazy.send({ session, text: 'one' }), lazy.regenerate(session), lazy.resume(session)];
    const other = lazy.send({ session: asId<'session'>('other'), text: 'two' });
    lazy.stop(session);
    for (const report of await Promise.all(asked)) expect(report.outcome).toEqual({ type: 'stopped' });
    expect((await other).outcome).toEqual({ type: 'completed' });
    expect(calls.filter((each) => each !== 'load')).toEqual(['two']);
  });

  it('say so where their code cannot be loaded, and try again with the next message', async () => {
    const { lazy, calls } = setUp({ fails: 1 });
    expect(await lazy.send({ session, text: 'one' })).toMatchObject({
      session,
      outcome: {
        type: 'failed',
        error: { type: 'internal', detail: expect.stringContaining('fetch') as unknown },
      },
    });
    expect(await lazy.send({ session, text: 'two' })).toEqual(report);
    expect(calls.filter((each) => each !== 'load')).toEqual(['two']);
  });
});
