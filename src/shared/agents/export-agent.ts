/** Exports an agent as a file that another installation can import. */
import type { Agent, AgentDraft } from './agent.ts';
import { capabilities } from '../tools/tool.ts';

/** Omits models, which refer to providers of this browser, and empty properties. */
export function portableAgent(agent: Agent): AgentDraft {
  const { id: _, provider: __, model: ___, fallbacks: ____, ...rest } = agent;
  const { approval, deny = [], timeouts, budget, ...plain } = rest;
  const modes = approval && {
    default: approval.default,
    ...(hasAny(approval.tools) ? { tools: approval.tools } : {}),
  };
  return {
    ...plain,
    ...(deny.length > 0 ? { deny: capabilities.filter((each) => deny.includes(each)) } : {}),
    ...(modes ? { approval: modes } : {}),
    ...(hasAny(timeouts) ? { timeouts } : {}),
    ...(hasAny(budget) ? { budget } : {}),
  };
}

export function exportAgent(agent: Agent): string {
  const file = { format: 'oneclaw-agent', version: 1, agent: portableAgent(agent) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function hasAny<T extends object>(table: T | undefined): table is T {
  return table !== undefined && Object.keys(table).length > 0;
}
