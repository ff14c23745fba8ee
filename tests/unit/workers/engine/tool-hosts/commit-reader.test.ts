/** A commit is read in a code host without write access, and the data from the host is validated. */
import { expect, it, vi } from 'vitest';
import { createCommitReader } from '#workers/engine/tool-hosts/commit-reader.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import type { ToolHost } from '#workers/engine/tool-hosts/tool-host.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

function hostThat(run: ToolHost['run']): ToolHost & { isAlive: boolean } {
  const host = {
    isAlive: true,
    run,
    check: async () => ({ type: 'valid' as const }),
    alive: () => host.isAlive,
    terminate: () => void (host.isAlive = false),
  };
  return host;
}

async function read(outcome: ToolOutcome) {
  const jobs: ToolHostJob[] = [];
  const run = async (job: ToolHostJob) => {
    jobs.push(job);
    return outcome;
  };
  const { files } = await createTestWorkspace();
  const answer = await createCommitReader(() => hostThat(run), files)('app', 'abc');
  return { answer, job: jobs[0] };
}

it('gives the files that the host found', async () => {
  const changes = { files: [{ path: 'a.txt', kind: 'changed', diff: '@@' }], others: 0 };
  const { answer, job } = await read({ type: 'success', result: JSON.stringify(changes) });
  expect(answer).toEqual({ ok: true, value: changes });
  expect(job).toMatchObject({
    call: { tool: 'read_commit', arguments: { path: 'app', commit: 'abc' } },
    grants: 'files.read',
  });
  const over = new AbortController();
  expect(Object.keys(job?.ports(over.signal, () => () => undefined) ?? {})).toEqual(['files']);
  over.abort();
});

it.each(['', '{"files":[{"path":1,"kind":"changed"}],"others":0}', '{"files":[]}'])(
  'refuses what has another form: %s',
  async (result) => {
    expect((await read({ type: 'success', result })).answer).toMatchObject({ ok: false });
  },
);

it('gives the error of the host', async () => {
  const { answer } = await read({ type: 'error', errorType: 'timeout', message: 'late' });
  expect(answer).toEqual({ ok: false, error: { type: 'timeout', message: 'late' } });
});

it('reads one commit after the other in a host of its own, which then ends', async () => {
  const hosts: ReturnType<typeof hostThat>[] = [];
  const finish: (() => void)[] = [];
  const spawn = () => {
    const host = hostThat(async () => {
      await new Promise<void>((resolve) => void finish.push(resolve));
      return { type: 'success', result: '{"files":[],"others":0}' };
    });
    hosts.push(host);
    return host;
  };
  const { files } = await createTestWorkspace();
  const readCommit = createCommitReader(spawn, files);
  expect(hosts).toEqual([]);
  const answers = ['a', 'b', 'c'].map((commit) => readCommit('app', commit));
  for (let at = 0; at < answers.length; at++) {
    await vi.waitFor(() => expect(finish).toHaveLength(at + 1));
    finish[at]?.();
    expect(await answers[at]).toMatchObject({ ok: true });
  }
  await vi.waitFor(() => expect(hosts.map(({ isAlive }) => isAlive)).not.toContain(true));
});
