/** The capabilities that an agent's tools are granted. */
import { builtInSource } from '../tools/external-tool.ts';
import type { Capability, ToolCategory } from '../tools/tool.ts';
import { admits, approvalFor } from './admitted-tools.ts';
import type { Agent } from './agent.ts';

/**
 * The capabilities that a tool is granted for this agent: those that it requires, and those of its
 * optional ones that the agent is not denied. The network has two more conditions. Guarded mode
 * withholds it, because what a script sends cannot be shown to the user beforehand. Tools of
 * categories other than code and git get it only if the agent also has a tool that requests
 * addresses: a user who left those out of the list would not expect another tool to send requests.
 */
export function grantedCapabilities(
  tool: {
    category: ToolCategory;
    capabilities: readonly Capability[];
    optionalCapabilities?: readonly Capability[];
  },
  agent: Pick<Agent, 'tools' | 'deny' | 'isGuarded' | 'approval'>,
): Capability[] {
  const { deny = [], isGuarded } = agent;
  const mayHaveNetwork = !isGuarded && (['code', 'git'].includes(tool.category) || usesNetwork(agent));
  const optional = (tool.optionalCapabilities ?? []).filter(
    (capability) => !deny.includes(capability) && (capability !== 'network' || mayHaveNetwork),
  );
  return [...tool.capabilities, ...optional];
}

/** The tools that request an address of the model's choice. */
const requesting = ['http_request', 'fetch_url'].map(
  (name) => ({ name, source: builtInSource, category: 'network', capabilities: ['network'] }) as const,
);

function usesNetwork(agent: Pick<Agent, 'tools' | 'deny' | 'approval'>): boolean {
  return requesting.some((tool) => admits(agent, tool) && approvalFor(agent, tool.name) !== 'deny');
}
