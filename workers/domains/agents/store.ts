/** Agents in IndexedDB. The everyday agent is built in, and stored only after the user has changed it. */
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { newId, type AgentId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';
import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import type { Database } from '#workers/storage/database.ts';

export function createAgentStore(database: Database): AgentStore {
  return {
    get: async (id = defaultAgent.id) => (await database.get('agents', id)) ?? builtIn(id),
    async list() {
      const stored = await database.getAll('agents');
      const own = stored.find(({ id }) => id === defaultAgent.id) ?? defaultAgent;
      return [own, ...stored.filter(({ id }) => id !== defaultAgent.id)];
    },
    async save(draft) {
      const identity = { id: draft.id ?? newId('agent'), name: visibleName(draft.name) };
      const agent: Agent = { maxSteps: limits.stepsPerRun, ...draft, ...identity };
      await database.put('agents', agent);
      return agent;
    },
    remove: (id) => database.delete('agents', id),
    async approve(id, tool) {
      // One transaction: otherwise an agent that another tab removes or saves meanwhile would be overwritten.
      const transaction = database.transaction('agents', 'readwrite');
      const agent = (await transaction.store.get(id)) ?? builtIn(id);
      if (agent) await transaction.store.put(withApproval(agent, tool));
      await transaction.done;
    },
  };
}

/** A deleted agent is not replaced by the default one, which may have more tools. */
function builtIn(id: AgentId): Agent | undefined {
  return id === defaultAgent.id ? defaultAgent : undefined;
}

function withApproval(agent: Agent, tool: string): Agent {
  const tools = { ...agent.approval?.tools, [tool]: 'auto' as const };
  return { ...agent, approval: { default: agent.approval?.default ?? 'auto', tools } };
}
