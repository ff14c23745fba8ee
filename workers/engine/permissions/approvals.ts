/** The answers "In this chat" and "Always" to questions whether a tool may run, for as long as the tab lives. */
import type { AgentId, SessionId } from '#shared/ids.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';

/**
 * Keyed by the definition, not the name: an external tool that changed, or another server's tool with the same name,
 * needs a new approval.
 */
export type Approvals = {
  /**
   * Called before the user is asked about a call. The returned function tells whether an answer covers the call by now:
   * "In this chat" from before or since, "Always" only since, because it is stored with the agent, where the user may
   * have taken it back. "In this chat" covers the chats that were spawned below it, for the same agent; `chats`: the
   * call's own and its ancestors.
   */
  begin(
    tool: ToolDefinition,
    agent: AgentId,
    chats: readonly SessionId[],
  ): () => 'session' | 'always' | undefined;
  note(answer: PromptAnswer, tool: ToolDefinition, agent: AgentId, session?: SessionId): void;
};

export function createApprovals(): Approvals {
  const chats = new WeakMap<ToolDefinition, Set<string>>();
  /** The number of the last "Always" for each agent. */
  const always = new WeakMap<ToolDefinition, Map<AgentId, number>>();
  let count = 0;
  const chatOf = (agent: AgentId, session = '') => `${session} ${agent}`;

  return {
    begin(tool, agent, line) {
      const begun = count;
      const covering = line.length > 0 ? line.map((id) => chatOf(agent, id)) : [chatOf(agent)];
      return () => {
        if (covering.some((chat) => chats.get(tool)?.has(chat))) return 'session';
        return (always.get(tool)?.get(agent) ?? 0) > begun ? 'always' : undefined;
      };
    },
    note(answer, tool, agent, session) {
      if (answer === 'session')
        chats.set(tool, (chats.get(tool) ?? new Set<string>()).add(chatOf(agent, session)));
      if (answer === 'always')
        always.set(tool, (always.get(tool) ?? new Map<AgentId, number>()).set(agent, ++count));
    },
  };
}
