/** Background processes by their records and locks: an id that is used again, and a conversation that is gone. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { createProcesses } from '#workers/domains/processes/processes.ts';
import { createProcessRecords } from '#workers/domains/processes/records.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { createCodeSessions } from '#workers/storage/code-sessions.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';

const chat = asId<'session'>('chat');
let restore: () => void;
beforeEach(() => (restore = installMemoryLocks()));
afterEach(() => restore());

function setUp() {
  const memory = createMemoryFiles();
  const stored = new Set<string>([chat]);
  const sessions = createCodeSessions(memory.root, async (id) => stored.has(id));
  const jobs: ToolHostJob[] = [];
  const ends: ((outcome: ToolOutcome) => void)[] = [];
  let now = 0;
  const processes = createProcesses({
    records: createProcessRecords(sessions),
    run: (job) =>
      new Promise((resolve) => {
        jobs.push(job);
        ends.push(resolve);
      }),
    exists: sessions.exists,
    now: () => ++now,
    changed: () => undefined,
  });
  const over: string[] = [];
  const start = (command: string) => {
    // What a process uses of its job.
    const job = { call: { arguments: {} } } as ToolHostJob;
    return processes.start(job, { session: chat, command, onEnd: () => void over.push(command) });
  };
  return { memory, stored, sessions, processes, jobs, ends, over, start };
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

  it('does not begin, and leaves no folder, where its conversation was deleted', async () => {
    const { memory, stored, sessions, jobs, over, start } = setUp();
    const starting = start('late');
    stored.delete(chat);
    await sessions.remove(chat);
    await expect(starting).rejects.toThrow(/was deleted/);
    expect(memory.tree()).toEqual({});
    expect([jobs, over]).toEqual([[], []]);
  });
});
