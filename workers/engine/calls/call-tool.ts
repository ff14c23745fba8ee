/** One call outside a conversation, made by the user in the console or on the Tools screen. */
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { newId, type AgentId, type CallId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import type { Executor } from './executor.ts';
import type { CallRequest } from './check-arguments.ts';
import type { Registry } from './registry.ts';

export type CallToolNeeds = {
  agents: { get(id: AgentId): Promise<Agent | undefined> };
  openCallPath(): Promise<{ executor: Pick<Executor, 'execute'> }>;
  openRegistry(): Promise<Registry>;
};

type UserCall = { name: string; parameters: JsonObject; agent?: AgentId; id?: CallId };

export async function callTool(
  { name, parameters, agent: agentId, id = newId('call') }: UserCall,
  { agents, openCallPath, openRegistry }: CallToolNeeds,
): Promise<ToolCallReport> {
  const registry = await openRegistry();
  // The user may call every tool.
  const own = { ...defaultAgent, name: 'Console', tools: ['*', ...registry.names()] };
  const agent = agentId ? await agents.get(agentId) : own;
  if (!agent) {
    // No fallback to another agent: the tool may have been denied to this one.
    const message = `There is no agent '${agentId}', so ${name} was not run. oneclaw.agents.list() shows them.`;
    return { status: 'error', error_type: 'tool_not_available', message, duration_ms: 0 };
  }
  return callAs(agent, { id, name, arguments: parameters }, (await openCallPath()).executor);
}

export async function callAs(
  agent: Agent,
  call: CallRequest,
  executor: Pick<Executor, 'execute'>,
): Promise<ToolCallReport> {
  const scope = {
    agent,
    // A run of its own, so that it can be undone.
    run: newId('run'),
    signal: new AbortController().signal,
    onStart: () => undefined,
    onProgress: () => undefined,
    onOutput: () => undefined,
  };
  const { result, duration_ms } = await executor.execute(call, scope);
  return { ...result, duration_ms };
}
