/** Background processes, their records and locks: reused ids, and deleted conversations. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { createProcesses } from '#workers/domains/processes/processes.ts';
import { createProcessRecords } from '#workers/domains/processes/records.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { createCodeSessions, type CodeSessions } from '#workers/storage/code-sessions.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';

const chat = asId<'session'>('chat');
let restore: () => void;
beforeEach(() => (restore = installMemoryLocks()));
afterEach(() => {
  restore();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Parts = ReturnType<typeof setUp>;

function setUp(kept?: CodeSessions) {
  const memory = createMemoryFiles();
  const stored = new Set<string>([chat]);
  const faults: { write?: Error; look?: Error; isGone?: boolean } = {};
  const sessions = kept ?? createCodeSessions(memory.root, async (id) => stored.has(id));
  const texts: Pick<CodeSessions, 'read' | 'write'> = {
    read: sessions.read,
    async write(...text) {
      if (faults.write) throw faults.write;
      return sessions.write(...text);
    },
  };
  const jobs: ToolHostJob[] = [];
  const ends: ((outcome: ToolOutcome) => void)[] = [];
  const planned: (() => void)[] = [];
  let now = 0;
  const processes = createProcesses({
    records: createProcessRecords(texts),
    run: (job) =>
      new Promise((resolve) => {
        jobs.push(job);
        ends.push(resolve);
      }),
    async exists(folder) {
      if (faults.look) throw faults.look;
      return !faults.isGone && sessions.exists(folder);
    },
    now: () => ++now,
    changed: () => undefined,
    later: (work) => void planned.push(work),
  });
  const over: string[] = [];
  const start = (command: string) => {
    // Only the part of a job that a process uses.
    const job = { call: { arguments: {} } } as ToolHostJob;
    return processes.start(job, { session: chat, command, onEnd: () => void over.push(command) });
  };
  return { memory, stored, sessions, faults, processes, jobs, ends, over, planned, start };
}

const ended: ToolOutcome = { type: 'success', result: '', metadata: { exit_code: '0' } };

describe('a background process', () => {
  it('that is slow to end does not end another one that has its id by then', async () => {
    const { processes, jobs, ends, over, start } = setUp();
    await start('first');
    await vi.waitFor(() => expect(jobs).toHaveLength(1));
    await processes.kill('p1', chat);
    expect(await processes.remove('p1', chat)).toMatchObject({ ok: true });
    await start('second');
    await vi.waitFor(() => expect(jobs).toHaveLength(2));
    ends[0]?.({ type: 'error', errorType: 'cancelled', message: 'killed' });
    await vi.waitFor(() => expect(over).toEqual(['first']));
    expect(await processes.list(chat)).toMatchObject([{ id: 'p1', command: 'second', state: 'running' }]);
    ends[1]?.(ended);
    await vi.waitFor(() => expect(over).toEqual(['first', 'second']));
    expect(await processes.list(chat)).toMatchObject([{ id: 'p1', state: 'ended', exitCode: '0' }]);
  });

  it('is killed at once for who asks, though its host takes a moment; one that has ended stays ended', async () => {
    const { processes, jobs, ends, over, start } = setUp();
    await start('first');
    await vi.waitFor(() => expect(jobs).toHaveLength(1));
    jobs[0]?.onOutput('one');
    const states = new Set<string | undefined>();
    const killing = { isDone: false };
    void processes.kill('p1', chat).then(() => (killing.isDone = true));
    while (!killing.isDone) states.add((await processes.list(chat))[0]?.state);
    expect([...states]).not.toContain('interrupted');
    expect(await processes.list(chat)).toMatchObject([{ state: 'killed', printed: 3 }]);
    expect(await processes.log('p1', chat)).toMatchObject({ value: { text: 'one', state: 'killed' } });
    ends[0]?.({ type: 'error', errorType: 'cancelled', message: 'killed' });
    await vi.waitFor(() => expect(over).toEqual(['first']));
    expect(await processes.log('p1', chat)).toMatchObject({ value: { text: 'one\n[killed]\n' } });
    await start('second');
    await vi.waitFor(() => expect(jobs).toHaveLength(2));
    ends[1]?.(ended);
    await vi.waitFor(() => expect(over).toHaveLength(2));
    await processes.kill('p2', chat);
    expect(await processes.list(chat)).toMatchObject([{ state: 'killed' }, { state: 'ended' }]);
  });

  it('is killed for who asks while its conversation is deleted', async () => {
    const { processes, jobs, start } = setUp();
    await start('first');
    await vi.waitFor(() => expect(jobs).toHaveLength(1));
    await processes.endAll(chat);
    expect(jobs[0]?.signal.aborted).toBe(true);
    expect(await processes.list(chat)).toMatchObject([{ state: 'killed' }]);
  });

  it.each([
    ['cannot be parsed', async ({ sessions }: Parts) => sessions.write(chat, 'processes', '[')],
    ['cannot be written', async ({ faults }: Parts) => void (faults.write = new Error('full'))],
  ])('is killed although its record %s', async (_, damage) => {
    const parts = setUp();
    const { processes, jobs, start } = parts;
    await start('first');
    await start('second');
    await vi.waitFor(() => expect(jobs).toHaveLength(2));
    await damage(parts);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await processes.kill('p1', chat)).toEqual({ ok: true, value: undefined });
    expect(jobs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await processes.endAll(chat);
    expect(jobs[1]?.signal.aborted).toBe(true);
    expect(logged).toHaveBeenCalledTimes(2);
  });

  it('is killed although a frozen tab holds the records', async () => {
    const { processes, jobs, start } = setUp();
    await start('first');
    await start('second');
    await vi.waitFor(() => expect(jobs).toHaveLength(2));
    let thaw: () => void = () => undefined;
    const frozen = new Promise<void>((resolve) => (thaw = resolve));
    void navigator.locks.request(`processes ${chat}`, () => frozen);
    vi.useFakeTimers();
    const killing = processes.kill('p1', chat);
    await vi.advanceTimersByTimeAsync(1_000);
    await killing;
    expect(jobs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    const ending = processes.endAll(chat);
    await vi.advanceTimersByTimeAsync(1_000);
    await ending;
    expect(jobs[1]?.signal.aborted).toBe(true);
    thaw();
  });

  it('keeps its end in the tab where the end cannot be written', async () => {
    const { processes, jobs, ends, over, faults, start } = setUp();
    await start('first');
    await vi.waitFor(() => expect(jobs).toHaveLength(1));
    faults.write = new Error('full');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    jobs[0]?.onOutput('all');
    ends[0]?.(ended);
    await vi.waitFor(() => expect(over).toEqual(['first']));
    expect(await processes.list(chat)).toMatchObject([{ state: 'ended', exitCode: '0', printed: 3 }]);
    expect(await processes.log('p1', chat)).toMatchObject({ value: { text: 'all', state: 'ended' } });
    // Start another process that gets the same id.
    delete faults.write;
    await processes.remove('p1', chat);
    await start('second');
    await vi.waitFor(() => expect(jobs).toHaveLength(2));
    expect(await processes.list(chat)).toMatchObject([{ id: 'p1', state: 'running', printed: 0 }]);
  });

  it.each([
    [
      'its chat cannot be looked up',
      ({ faults }: Parts) => void (faults.look = new Error('no database')),
      /no database/,
    ],
    ['its chat is gone', ({ faults }: Parts) => void (faults.isGone = true), /deleted/],
  ])('fails to start, and leaves no record, where %s', async (_, damage, message) => {
    const parts = setUp();
    damage(parts);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await parts.start('first')).toMatchObject({
      type: 'error',
      errorType: 'execution_error',
      message: expect.stringMatching(message) as string,
    });
    expect(parts.jobs).toEqual([]);
    expect(await parts.processes.list(chat)).toEqual([]);
  });

  it('fails to start with the reason where its record cannot be written', async () => {
    const { faults, jobs, start } = setUp();
    faults.write = new ToolError('storage_full', 'Storage is full.');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await start('first')).toMatchObject({
      errorType: 'storage_full',
      message: expect.stringContaining('Storage is full.') as string,
    });
    expect(jobs).toEqual([]);
  });

  it('that ends by itself never looks as if a reload had ended it', async () => {
    const { processes, jobs, ends, over, start } = setUp();
    await start('first');
    await vi.waitFor(() => expect(jobs).toHaveLength(1));
    ends[0]?.(ended);
    const states = new Set<string | undefined>();
    while (over.length === 0) states.add((await processes.list(chat))[0]?.state);
    states.add((await processes.list(chat))[0]?.state);
    expect([...states]).toEqual(['running', 'ended']);
  });

  it('that starts never looks as if a reload had ended it', async () => {
    const { processes, start } = setUp();
    const starting = { isDone: false };
    void Promise.all([start('one'), start('two'), start('three')]).then(() => (starting.isDone = true));
    const states = new Set<string>();
    while (!starting.isDone) for (const { state } of await processes.list(chat)) states.add(state);
    expect([...states]).toEqual(['running']);
  });

  it('leaves what it printed when its tab is reloaded', async () => {
    const { sessions, jobs, planned, start } = setUp();
    await start('prints');
    await vi.waitFor(() => expect(jobs).toHaveLength(1));
    jobs[0]?.onOutput('one\n');
    jobs[0]?.onOutput('two\n');
    expect(planned).toHaveLength(1);
    planned[0]?.();
    await vi.waitFor(async () =>
      expect(await sessions.read(chat, 'processes')).toContain(JSON.stringify('one\ntwo\n')),
    );
    jobs[0]?.onOutput('three\n');
    expect(planned).toHaveLength(2);
    // The locks of a tab are released when it closes.
    restore();
    restore = installMemoryLocks();
    const { processes } = setUp(sessions);
    expect(await processes.log('p1', chat)).toMatchObject({
      ok: true,
      value: { text: 'one\ntwo\n', state: 'interrupted' },
    });
  });

  it('writes nothing of its log after its end', async () => {
    const { processes, jobs, ends, over, planned, start } = setUp();
    await start('prints');
    await vi.waitFor(() => expect(jobs).toHaveLength(1));
    jobs[0]?.onOutput('all');
    ends[0]?.(ended);
    await vi.waitFor(() => expect(over).toEqual(['prints']));
    planned[0]?.();
    expect(await processes.list(chat)).toMatchObject([{ state: 'ended', printed: 3 }]);
  });

  it('is one of four at most, also when many are started at once', async () => {
    const { jobs, start } = setUp();
    const outcomes = await Promise.all(Array.from({ length: 7 }, (_, at) => start(`sleep ${at}`)));
    expect(outcomes.map(({ type }) => type)).toEqual([
      ...['success', 'success', 'success', 'success'],
      ...['error', 'error', 'error'],
    ]);
    expect(jobs).toHaveLength(4);
  });

  it('does not begin, and leaves no folder, where its conversation was deleted', async () => {
    const { memory, stored, sessions, jobs, over, start } = setUp();
    const starting = start('late');
    stored.delete(chat);
    await sessions.remove(chat);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await starting).toMatchObject({
      errorType: 'execution_error',
      message: expect.stringMatching(/was deleted/) as string,
    });
    expect(memory.tree()).toEqual({});
    expect([jobs, over]).toEqual([[], ['late']]);
  });
});
