/** Replaces tool names of other systems by those of this app. The stricter of two entries for a tool wins. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { stricterMode } from '#shared/tools/permission.ts';
import { byCanonicalName, canonicalName } from '#shared/tools/tool-aliases.ts';

export function withCanonicalNames<Given extends Pick<AgentDraft, 'tools' | 'approval' | 'timeouts'>>(
  agent: Given,
): Given {
  const { tools, approval, timeouts } = agent;
  return {
    ...agent,
    tools: [...new Set(tools.map(canonicalName))],
    ...(approval?.tools
      ? { approval: { ...approval, tools: byCanonicalName(approval.tools, stricterMode) } }
      : {}),
    ...(timeouts ? { timeouts: byCanonicalName(timeouts, Math.min) } : {}),
  };
}
