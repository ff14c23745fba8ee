/** The table of agents. */
import type { Agent } from '#shared/agents/agent.ts';
import type { AgentId } from '#shared/ids.ts';
import type { Table } from '#workers/contracts/table.ts';

declare module '../../storage/database.ts' {
  interface Schema {
    agents: { key: AgentId; value: Agent };
  }
}

export const tables: readonly Table[] = [{ name: 'agents', since: 3, keyPath: 'id' }];
