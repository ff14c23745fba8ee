/** The code of runs is loaded once, on demand, and a failed load loses nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import { createRuns, type LoadedRuns } from '#workers/domains/runs/runs.ts';
import type { WaitingSend } from '#workers/domains/runs/waiting-sends.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';
import { session } from '#tests/fixtures/worlds/messages.ts';

let restore = () => {};
beforeEach(() => void (restore = installMemoryLocks()));
afterEach(() => restore());

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
  const code: LoadedRuns['code'] = {
    sendMessage: async ({ text }) => (calls.push(text), report),
    spawn: async () => report,
    regenerate: async () => report,
    resumeUnfinished: async () => report,
    addToQueue: async () => null,
    startQueued: async () => false,
    createRunTakeover: () => async () => void calls.push('adopt'),
  };
  const { root } = createMemoryFiles();
  const waitingSends = {
    list: async () => sends,
    has: async () => false,
    add: async () => undefined,
    update: async () => undefined,
    remove: async () => undefined,
    removeOf: async () => undefined,
  };
  const runs = createRuns({ journals: root, waitingSends, bus: { post: () => undefined } }, async () => {
    calls.push('load');
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    // Only the code above would use these deps.
    return { code, deps: {} as LoadedRuns['deps'] };
  });
  return { runs, calls, root };
}

describe('runs that are loaded late', () => {
  it('know of no run before the first', () => {
    const { runs, calls } = setUp();
    expect(runs.view(session)).toBeUndefined();
    expect(runs.stop(session)).toBe(false);
    expect(calls).toEqual([]);
  });

  it('are not loaded if there is no unfinished work', async () => {
    const { runs, calls } = setUp();
    await runs.takeOverRuns();
    expect(calls).toEqual([]);
  });

  it('are loaded for a journal, and for a message that waits', async () => {
    const { runs, calls, root } = setUp();
    await root.getFileHandle('run_1.jsonl', { create: true });
    await runs.takeOverRuns();
    expect(calls).toEqual(['load', 'adopt']);
    const input = { session, text: 'later', media: [] };
    const other = setUp({ sends: [{ id: asId<'run'>('r'), tab: 't', at: 1, input }] });
    await other.runs.takeOverRuns();
    expect(other.calls).toEqual(['load', 'adopt']);
  });

  it('are stopped also while their code is fetched', async () => {
    const { runs, calls } = setUp();
    const asked = [runs.send({ session, text: 'one' }), runs.regenerate(session), runs.resume(session)];
    const other = runs.send({ session: asId<'session'>('other'), text: 'two' });
    runs.stop(session);
    for (const report of await Promise.all(asked)) expect(report.outcome).toEqual({ type: 'stopped' });
    expect((await other).outcome).toEqual({ type: 'completed' });
    expect(calls.filter((each) => each !== 'load')).toEqual(['two']);
  });

  it('report that their code cannot be loaded, and try again with the next message', async () => {
    const { runs, calls } = setUp({ fails: 1 });
    expect(await runs.send({ session, text: 'one' })).toMatchObject({
      session,
      outcome: {
        type: 'failed',
        error: { type: 'internal', detail: expect.stringContaining('fetch') as unknown },
      },
    });
    expect(await runs.send({ session, text: 'two' })).toEqual(report);
    expect(calls.filter((each) => each !== 'load')).toEqual(['two']);
  });
});
