/** Agents: `api.agents`. */
import type { Agent, AgentDraft } from '../agents/agent.ts';
import type { AgentId } from '../ids.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type AgentsApi = {
  /** The everyday agent first. */
  list(): Promise<Agent[]>;
  /** Creates an agent, or changes the one with the draft's id. */
  save(draft: AgentDraft): Promise<Fallible<Agent>>;
  /** Removing the everyday agent resets it. */
  remove(id: AgentId): Promise<void>;
};
