/** Agents: `api.agents`. */
import type { Agent, AgentDraft } from '../agents/agent.ts';
import type { AgentImportAnswer } from '../agents/agent-import.ts';
import type { AgentId } from '../ids.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type AgentsApi = {
  /** The everyday agent first. */
  list(): Promise<Agent[]>;
  /** Creates an agent, or changes the one with the draft's id. */
  save(draft: AgentDraft): Promise<Fallible<Agent>>;
  /**
   * Reads an agent of OneClaw, EvoClaw, Kai, Claude Code or OpenCode, or a character card: JSON, TOML, or Markdown with
   * front matter. Saves nothing: `draft` is for `save`, and `left` lists what is not in it and why.
   */
  import(definition: string | Blob): Promise<AgentImportAnswer>;
  /** Removing the everyday agent resets it. */
  remove(id: AgentId): Promise<void>;
};
