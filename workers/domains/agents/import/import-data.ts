/** Saves what the file of an agent holds besides the agent, through the domains that keep it. */
import type { AgentDataAnswer, ImportedData } from '#shared/agents/agent-import.ts';
import type { AgentId } from '#shared/ids.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { asAnswer } from '#workers/mcp/errors/failure.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Mcp } from '../../mcp/open-mcp.ts';
import { saveServer } from '../../mcp/save-server.ts';
import { readServers } from '../../mcp/store.ts';
import { importMemories } from '../../memory/import-memories.ts';
import type { VaultActor } from '../../vault/domain.ts';
import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import type { Here } from './fit-data.ts';
import type { IsKnown } from './fit-draft.ts';
import { readAgentFile } from './import-agent.ts';

export type DataNeeds = {
  agents: AgentStore;
  bus: Pick<EventBus, 'post'>;
  database: Database;
  openMcp(): Promise<Pick<Mcp, 'servers' | 'store'>>;
  actOnVault: VaultActor;
};

export async function readHere(database: Database): Promise<Here> {
  const [memories, servers] = await Promise.all([database.getAll('memories'), readServers(database)]);
  return { memories, servers };
}

/** Reads the file again: the page never had the values of its headers. */
export async function importData(
  given: string | Blob,
  agent: AgentId,
  isKnown: IsKnown,
  needs: DataNeeds,
): Promise<AgentDataAnswer> {
  const { agents, bus, database, openMcp } = needs;
  const read = await readAgentFile(given, isKnown, () => readHere(database));
  if ('error' in read) return read;
  const { memories: file, servers = [] } = read.data ?? {};
  const hasHeaders = servers.some(({ headers = {} }) => Object.keys(headers).length > 0);
  if (hasHeaders && (await needs.actOnVault({ type: 'state' })).state === 'locked') return locked;
  const value: ImportedData = { servers: [], failed: [] };
  if (file !== undefined) {
    const changed = (...ids: string[]) => bus.post({ type: 'changed', kind: 'memory', ids });
    value.memories = await importMemories(file, { database, agents, changed });
  }
  for (const draft of servers) {
    const saved = await asAnswer(async () => saveServer(draft, agent, needs, await openMcp()));
    if (saved.ok) value.servers.push(saved.value);
    else value.failed.push({ name: draft.name, error: saved.error });
  }
  if (value.servers.length > 0) bus.post({ type: 'changed', kind: 'mcp', ids: value.servers });
  return { ok: true, value };
}

const locked: AgentDataAnswer = {
  ok: false,
  error: {
    ...{ type: 'validation_error', fault: 'locked' },
    message: 'The headers of its tool servers go into the vault, which is locked. Nothing was imported.',
  },
};
