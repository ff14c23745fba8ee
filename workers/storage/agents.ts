/** Agents in IndexedDB; the everyday one is built in, and stored only once the user has changed it. */
import { everydayAgent, type Agent, type AgentDraft } from '../../src/shared/agent.ts';
import { newId, type AgentId } from '../../src/shared/ids.ts';
import { limits } from '../../src/shared/limits.ts';
import type { Database } from './database.ts';

export type AgentStore = {
  /** The everyday agent first, then by age. */
  list(): Promise<Agent[]>;
  /** The everyday agent where there is no such one. */
  get(id: AgentId | undefined): Promise<Agent>;
  save(draft: AgentDraft): Promise<Agent>;
  remove(id: AgentId): Promise<void>;
  /** This agent runs this tool without asking from now on. */
  approve(id: AgentId, tool: string): Promise<void>;
};

export function createAgentStore(database: Database): AgentStore {
  async function get(id: AgentId | undefined): Promise<Agent> {
    return (
      (id && (await database.get('agents', id))) ||
      ((await database.get('agents', everydayAgent.id)) ?? everydayAgent)
    );
  }

  return {
    get,
    async list() {
      const stored = await database.getAll('agents');
      return [await get(everydayAgent.id), ...stored.filter(({ id }) => id !== everydayAgent.id)];
    },
    async save(draft) {
      const agent: Agent = { maxSteps: limits.stepsPerRun, ...draft, id: draft.id ?? newId('agent') };
      await database.put('agents', agent);
      return agent;
    },
    remove: (id) => database.delete('agents', id),
    async approve(id, tool) {
      const agent = await get(id);
      const tools = { ...agent.approval?.tools, [tool]: 'auto' as const };
      await database.put('agents', {
        ...agent,
        approval: { default: agent.approval?.default ?? 'auto', tools },
      });
    },
  };
}
