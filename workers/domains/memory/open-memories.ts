/** Opens the memories of the engine: requests, tools and the screen share one index. */
import type { MemoryPort } from './memory-port.ts';
import type { Database } from '#workers/storage/database.ts';
import { createAgentMemories } from './agent-memories.ts';
import { createMemoryIndex, type MemoryIndex } from './memory-index.ts';
import { recall, type Recalled, type RecallRequest } from './recall.ts';
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
  const index = createMemoryIndex();
  return {
    index,
    port: createAgentMemories({ ...deps, index }),
    recall: (request) => recall(request, { database: deps.database, index }),
  };
}
