/** Agents: `api.agents`. */
import type { Agent, AgentDraft } from '../agents/agent.ts';
import type { AgentDataAnswer, AgentImportAnswer } from '../agents/agent-import.ts';
import type { AgentId } from '../ids.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type AgentsApi = {
  /** The everyday agent first. */
  list(): Promise<Agent[]>;
  /** Creates an agent, or changes the one with the draft's id. */
  save(draft: AgentDraft): Promise<Fallible<Agent>>;
  /**
   * Reads an agent of OneClaw, EvoClaw, Kai, Claude Code or OpenCode, or a character card: JSON,
   * TOML, or Markdown with front matter. Saves nothing: `draft` is for `save`, `data` lists what
   * `importData` would add, and `left` lists what is in neither, and why.
   */
  import(definition: string | Blob): Promise<AgentImportAnswer>;
  /**
   * Saves the other data of such a file: memories, which all agents get; tasks of `agent`, which
   * wait until the user accepts them; and tool servers, which are switched off and for `agent`
   * only. `memory.undoImport`, `tasks.remove` and `mcp.remove` revert it.
   */
  importData(definition: string | Blob, agent: AgentId): Promise<AgentDataAnswer>;
  /** Removing the everyday agent resets it. */
  remove(id: AgentId): Promise<void>;
};
