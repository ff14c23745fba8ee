/** Opens the background processes, each in a code host of its own. */
import * as limits from '#shared/limits.ts';
import type { Processes } from '#workers/contracts/processes.ts';
import type { Core } from '#workers/engine/core.ts';
import { spawnCodeHost } from '#workers/engine/tool-hosts/spawn-code-host.ts';
import { createToolHost } from '#workers/engine/tool-hosts/tool-host.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { createToolHostPool } from '#workers/engine/tool-hosts/tool-host-pool.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import { createProcesses } from './processes.ts';
import { createProcessRecords } from './records.ts';

export type ProcessNeeds = { codeSessions: CodeSessions };

export function openProcesses(
  { bus }: Pick<Core, 'bus'>,
  { codeSessions }: ProcessNeeds,
): Processes<ToolHostJob> {
  // A separate pool, so that processes use up no hosts of calls; each host ends with its process.
  const pool = createToolHostPool(() => createToolHost(spawnCodeHost()), {
    busyHosts: limits.processes,
    warmHostMs: 0,
    spare: false,
  });
  return createProcesses({
    records: createProcessRecords(codeSessions),
    run: pool.run,
    exists: codeSessions.exists,
    now: Date.now,
    changed: (folder) => bus.post({ type: 'changed', kind: 'processes', ids: [folder] }),
    later: (work) => void setTimeout(work, limits.processLogMs),
  });
}
