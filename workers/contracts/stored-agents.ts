/** The stored agents, as runs, memories and tool servers use them. */
import type { Agent, AgentDraft } from '#shared/agents/agent.ts';
import type { AgentId } from '#shared/ids.ts';

export type AgentStore = {
  /** The everyday agent first, then by age. */
  list(): Promise<Agent[]>;
  /** The everyday agent if `id` is undefined; undefined if the agent was deleted. */
  get(id: AgentId | undefined): Promise<Agent | undefined>;
  save(draft: AgentDraft): Promise<Agent>;
  remove(id: AgentId): Promise<void>;
  /** Sets the approval mode of the tool to `auto`; does nothing if the agent was deleted. */
  approve(id: AgentId, tool: string): Promise<void>;
};
