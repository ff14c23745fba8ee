/** Agents: `api.agents`. */
import type { Agent, AgentDraft } from '../agents/agent.ts';
import type { AgentId } from '../ids.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type AgentsApi = {
  /** The default agent first. */
  list(): Promise<Agent[]>;
  save(draft: AgentDraft): Promise<Fallible<Agent>>;
  remove(id: AgentId): Promise<void>;
};
