/** Memory: notes that agents keep from one chat to the next, and the user's control over them. */
import type { MemoryApi } from '#shared/api/memory.ts';
import { largestShare } from '#shared/memory/memory.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { MemoryPort } from './memory-port.ts';
import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Database } from '#workers/storage/database.ts';
import type { MemoryKeptNeeds } from './backup.ts';
import type { Memories } from './open-memories.ts';
import { openMemorySwitch, type MemorySwitch } from './settings.ts';
import { tables } from './tables.ts';

type Needs = {
  agents: Pick<AgentStore, 'get' | 'list'>;
  bus: Pick<EventBus, 'post'>;
  database: Database;
  memorySwitch: MemorySwitch;
  openMemories(): Promise<Memories>;
};

export const memory = {
  tables,
  async start({ bus, database }) {
    const memorySwitch = await openMemorySwitch(database);
    const changed = (...ids: string[]) => bus.post({ type: 'changed', kind: 'memory', ids });
    const openMemories = once(async () =>
      (await import('./open-memories.ts')).openMemories({ database, settings: memorySwitch, changed }),
    );
    return { memorySwitch, openMemories };
  },
  backup: async (needs) => (await import('./backup.ts')).memoriesInBackup(needs),
  promptBlock: {
    name: 'memories',
    share: largestShare,
    update: async (request, needs) => (await import('./prompt-block.ts')).tellMemories(request, needs),
  },
  reload: ({ memorySwitch }) => memorySwitch.reload(),
  isOn: ({ memorySwitch }) => memorySwitch.get().isOn,
  tools: async () => (await import('./tools/index.ts')).memoryTools,
  toolPort: async ({ openMemories }) => (await openMemories()).port,
  async open({ agents, bus, database, memorySwitch, openMemories, changed }) {
    const [{ createMemoryStore }, { fail }, { index }] = await Promise.all([
      import('./store.ts'),
      import('./check.ts'),
      openMemories(),
    ]);
    const agentChanged = (id: string) => bus.post({ type: 'changed', kind: 'agents', ids: [id] });
    return {
      ...createMemoryStore({ database, index, agents, agentChanged, changed }),
      async settings(change) {
        if (change) {
          if (!(await memorySwitch.change(change))) return fail('settings');
          changed('settings');
          // The tools of memory are offered only while it is on.
          bus.post({ type: 'changed', kind: 'tools', ids: ['memory'] });
        }
        return { ok: true, value: memorySwitch.get() };
      },
    };
  },
} satisfies Domain<MemoryApi, Needs, MemoryKeptNeeds, MemoryPort>;
