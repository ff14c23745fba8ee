/** Background processes of shells and scripts. */
import type { ProcessesApi } from '#shared/api/processes.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { Processes } from '#workers/contracts/processes.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';

type Needs = { openProcesses(): Promise<Processes<ToolHostJob>> };

export const processes: Domain<ProcessesApi, Needs, object, ProcessesApi> = {
  tools: async () => [(await import('./tools/manage-process.ts')).manageProcess],
  toolPort: ({ openProcesses }) => openProcesses(),
  async open({ openProcesses }) {
    const { running, list, log, kill, remove } = await openProcesses();
    return { running, list, log, kill, remove };
  },
};
