/** Background processes of shells and scripts. */
import type { ProcessesApi } from '#shared/api/processes.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { Processes } from '#workers/contracts/processes.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import type { ProcessNeeds } from './open-processes.ts';

type Needs = ProcessNeeds & { openProcesses(): Promise<Processes<ToolHostJob>> };

export const processes = {
  start: (core, engine) => ({
    openProcesses: once(async () => (await import('./open-processes.ts')).openProcesses(core, engine())),
  }),
  tools: async () => [(await import('./tools/manage-process.ts')).manageProcess],
  toolPort: ({ openProcesses }) => openProcesses(),
  async open({ openProcesses }) {
    const { running, list, log, kill, remove } = await openProcesses();
    return { running, list, log, kill, remove };
  },
} satisfies Domain<ProcessesApi, Needs, object, ProcessesApi>;
