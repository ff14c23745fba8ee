/** Saves the memories, tool servers and tasks in the file of an agent, through their domains. */
import type { AgentDataAnswer, ImportedData } from '#shared/agents/agent-import.ts';
import type { AgentId, TaskId } from '#shared/ids.ts';
import type { TaskDraft, TaskOrigin } from '#shared/tasks/task.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { asAnswer } from '#workers/mcp/errors/failure.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Mcp } from '../../mcp/open-mcp.ts';
import { saveServer } from '../../mcp/save-server.ts';
import { readServers } from '../../mcp/store.ts';
import { importMemories } from '../../memory/import-memories.ts';
import { listTasks, save as saveTask } from '../../tasks/store.ts';
import type { VaultActor } from '../../vault/domain.ts';
import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import { deviceZone, type StoredData } from './fit-data.ts';
import type { IsKnown } from '#workers/agent-import/fit-draft.ts';
import { readAgentFile } from './import-agent.ts';

export type DataNeeds = {
  agents: AgentStore;
  bus: Pick<EventBus, 'post'>;
  database: Database;
  openMcp(): Promise<Pick<Mcp, 'servers' | 'store'>>;
  actOnVault: VaultActor;
};

export async function readStoredData(database: Database): Promise<StoredData> {
  const [memories, servers, tasks] = await Promise.all([
    database.getAll('memories'),
    readServers(database),
    listTasks(database),
  ]);
  return { memories, servers, tasks };
}

/** Reads the file again, because the page never gets the values of headers. */
export async function importData(
  given: string | Blob,
  agent: AgentId,
  isKnown: IsKnown,
  needs: DataNeeds,
): Promise<AgentDataAnswer> {
  const { agents, bus, database, openMcp } = needs;
  const read = await readAgentFile(given, isKnown, () => readStoredData(database));
  if ('error' in read) return read;
  const { memories: file, servers = [], tasks = [] } = read.data ?? {};
  const hasHeaders = servers.some(({ headers = {} }) => Object.keys(headers).length > 0);
  if (hasHeaders && (await needs.actOnVault({ type: 'state' })).state === 'locked') return locked;
  const value: ImportedData = { servers: [], tasks: [], failed: [] };
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
  value.tasks = await addTasks(tasks, agent, needs);
  return { ok: true, value };
}

/** The origin of imported tasks: text from outside, so that each waits until the user has accepted it. */
const fromFile: TaskOrigin = { by: 'user', outside: [{ type: 'attachment', name: 'Kai' }] };

/** Skips a task that is beyond the limit by now, or whose time has passed since the preview. */
async function addTasks(
  tasks: readonly TaskDraft[],
  agent: AgentId,
  { agents, bus, database }: DataNeeds,
): Promise<TaskId[]> {
  const ids: TaskId[] = [];
  const changed = (...changedIds: string[]) => bus.post({ type: 'changed', kind: 'tasks', ids: changedIds });
  const deps = { database, agents, changed, now: () => Date.now(), timeZone: deviceZone };
  for (const draft of tasks) {
    const saved = await saveTask({ ...draft, agent }, fromFile, deps, true);
    if (saved.ok) ids.push(saved.value.id);
  }
  return ids;
}

const locked: AgentDataAnswer = {
  ok: false,
  error: {
    ...{ type: 'validation_error', fault: 'locked' },
    message: 'The headers of its tool servers go into the vault, which is locked. Nothing was imported.',
  },
};
