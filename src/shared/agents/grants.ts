/** What an agent may use: its tools, and what they are lent. */
import type { Capability, ToolCategory } from '../tools/tool.ts';
import { approvalFor, deniedCapability, entryAdmits, type Agent } from './agent.ts';

/** Whether the agent's tool list and its denied capabilities admit a tool. */
export function admits(
  agent: Pick<Agent, 'tools' | 'deny'>,
  tool: { name: string; category: ToolCategory; capabilities: readonly Capability[] },
): boolean {
  return agent.tools.some((entry) => entryAdmits(entry, tool)) && !deniedCapability(agent, tool);
}

/**
 * What a tool is lent for this agent: what it needs, and those of its optional capabilities that the agent is not
 * denied. Guarded mode shows what would leave before it leaves; what a script sends cannot be shown, so it gets no network.
 * A tool that is neither of the network nor code nor git gets it only beside one of the network: the user who left those
 * out of the list would not expect another to be one.
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
  (name) => ({ name, category: 'network', capabilities: ['network'] }) as const,
);

function usesNetwork(agent: Pick<Agent, 'tools' | 'deny' | 'approval'>): boolean {
  return requesting.some((tool) => admits(agent, tool) && approvalFor(agent, tool.name) !== 'deny');
}
