/** Two calls of one shell: each starts with the state that the other has stored, and none waits forever. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { endCallsOf, runExclusively } from '#workers/engine/tool-hosts/session-mutex.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';

const chat = asId<'session'>('chat');
const done: ToolOutcome = { type: 'success', result: 'done' };

let restore: () => void;
beforeEach(() => {
  restore = installMemoryLocks();
  vi.useFakeTimers();
});
afterEach(() => {
  restore();
  vi.useRealTimers();
});

function jobOf(changes: Partial<ToolHostJob> = {}): ToolHostJob {
  return {
    call: { execution: asId<'execution'>('e'), tool: 'execute_shell_command', arguments: {} },
    overflow: { folder: 'chat', file: 'e.txt' },
    codeHost: { session: chat, program: 'execute_shell_command' },
    isExclusive: true,
    grants: '',
    ports: () => ({}),
    deadlineMs: 10_000,
    signal: new AbortController().signal,
    onStart: () => undefined,
    onProgress: () => undefined,
    onOutput: () => undefined,
    ...changes,
  };
}

/** Calls that the test ends; `began` contains them in the order in which they began. */
function setUp() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const deleted = new Set<string>();
  const sessions = { exists: async (id: string) => !deleted.has(id) };
  const run = (name: string, changes?: Partial<ToolHostJob>) =>
    runExclusively(
      jobOf(changes),
      sessions,
      ({ signal }) =>
        new Promise<ToolOutcome>((resolve) => {
          began.push(name);
          ends.push(() => resolve(done));
          signal.addEventListener('abort', () =>
            resolve({ type: 'error', errorType: 'cancelled', message: `${name} was aborted` }),
          );
        }),
    );
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { began, ends, deleted, run, settle };
}

describe('calls of one shell', () => {
  it('run one after the other; those of another conversation or program do not wait', async () => {
    const { began, ends, run, settle } = setUp();
    const first = run('user');
    const second = run('agent');
    void run('python', { codeHost: { session: chat, program: 'run_python' } });
    void run('other', { codeHost: { session: asId<'session'>('other'), program: 'execute_shell_command' } });
    await settle();
    expect(began.toSorted()).toEqual(['other', 'python', 'user']);
    ends[0]?.();
    expect(await first).toEqual(done);
    await settle();
    expect(began.at(-1)).toBe('agent');
    ends.at(-1)?.();
    expect(await second).toEqual(done);
  });

  it('say that they wait, and that time is not their own', async () => {
    const { ends, run, settle } = setUp();
    const told: string[] = [];
    const onWait = () => {
      told.push('wait');
      return () => void told.push('go on');
    };
    const first = run('user', { onQueue: () => void told.push('user') });
    void run('agent', { onWait, onQueue: () => void told.push('queued') });
    await vi.advanceTimersByTimeAsync(500);
    expect(told).toEqual(['wait', 'queued']);
    ends[0]?.();
    await first;
    await settle();
    expect(told).toEqual(['wait', 'queued', 'go on']);
  });

  it('wait no longer than their deadline, and stop waiting when they are stopped; neither runs', async () => {
    const { began, ends, run, settle } = setUp();
    const first = run('user');
    const late = run('late', { deadlineMs: 5_000 });
    const stop = new AbortController();
    const stopped = run('stopped', { signal: stop.signal });
    stop.abort();
    expect(await stopped).toMatchObject({
      type: 'error',
      errorType: 'cancelled',
      message: expect.stringContaining('did not run'),
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await late).toMatchObject({
      type: 'error',
      errorType: 'timeout',
      message: expect.stringMatching(/did not run.*5s/),
    });
    ends[0]?.();
    await first;
    await settle();
    expect(began).toEqual(['user']);
  });

  it('of a conversation that is deleted end, and what waited for them does not begin', async () => {
    const { began, deleted, run, settle } = setUp();
    const first = run('user');
    const second = run('agent');
    await settle();
    deleted.add(chat);
    await endCallsOf(chat);
    for (const call of [first, second])
      expect(await call).toMatchObject({
        type: 'error',
        errorType: 'cancelled',
        message: expect.stringContaining('This chat was deleted'),
      });
    expect(began).toEqual(['user']);
  });
});
