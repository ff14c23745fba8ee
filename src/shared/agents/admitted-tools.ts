/** Which tools an agent's lists admit, and which of their calls need approval. */
import type { ApprovalMode } from '../tools/permission.ts';
import { isBuiltIn } from '../tools/external-tool.ts';
import type { Capability, ToolCategory } from '../tools/tool.ts';
import type { Agent } from './agent.ts';

type AdmittedTool = {
  name: string;
  source: string;
  category: ToolCategory;
  capabilities: readonly Capability[];
  isFinder?: true;
};

/** Whether the agent's tool list and its denied capabilities admit a tool. */
export function admits(agent: Pick<Agent, 'tools' | 'deny'>, tool: AdmittedTool): boolean {
  if (tool.isFinder) return true;
  return agent.tools.some((entry) => entryAdmits(entry, tool)) && !deniedCapability(agent, tool);
}

/** `*` and groups match built-in tools only; external tools must be listed by name or namespace. */
export function entryAdmits(
  entry: string,
  tool: { name: string; source: string; category: ToolCategory },
): boolean {
  if (entry === tool.name) return true;
  if (isBuiltIn(tool)) return entry === '*' || entry === `group:${tool.category}`;
  return entry.endsWith('__*') && tool.name.startsWith(entry.slice(0, -1));
}

/** The denied capability that excludes a tool from this agent, if any. */
export function deniedCapability(
  agent: Pick<Agent, 'deny'>,
  tool: { capabilities: readonly Capability[] },
): Capability | undefined {
  return tool.capabilities.find((capability) => agent.deny?.includes(capability));
}

export function approvalFor(agent: Pick<Agent, 'approval'>, tool: string): ApprovalMode {
  const own = agent.approval?.tools;
  return (own && Object.hasOwn(own, tool) ? own[tool] : undefined) ?? agent.approval?.default ?? 'auto';
}
