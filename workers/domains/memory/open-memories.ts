/** Opens the memories of the engine: requests, tools and the screen share one index. */
import type { MemoryPort } from './memory-port.ts';
import type { Database } from '#workers/storage/database.ts';
import { createAgentMemories } from './agent-memories.ts';
import { once } from '#workers/engine/once.ts';
import type { MemoryIndex } from './memory-index.ts';
import type { Recalled } from './memory-block.ts';
import { recall, type RecallRequest } from './recall.ts';
import type { MemorySwitch } from './settings.ts';

export type Memories = {
  index: MemoryIndex;
  port: MemoryPort;
  recall(request: RecallRequest): Promise<Recalled | undefined>;
};

type Deps = {
  database: Database;
  settings: Pick<MemorySwitch, 'get'>;
  changed(...ids: string[]): void;
};

export function openMemories(deps: Deps): Memories {
  const index = openAtFirstUse();
  return {
    index,
    port: createAgentMemories({ ...deps, index }),
    recall: (request) => recall(request, { database: deps.database, index }),
  };
}

/** The index loads with its tables when memories are ranked, which few memories need not be. */
function openAtFirstUse(): MemoryIndex {
  const open = once(async () => (await import('./memory-index.ts')).createMemoryIndex());
  return {
    search: async (...given) => (await open()).search(...given),
    aboutPerson: async (...given) => (await open()).aboutPerson(...given),
  };
}
