/** One call of the user, made in the console or on the Tools screen; it may join a conversation. */
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import type { ToolCallOptions } from '#shared/api/tools.ts';
import { newId, type AgentId, type SessionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import type { Executor } from './executor.ts';
import type { CallRequest } from './check-arguments.ts';
import type { Registry } from './registry.ts';

export type CallToolNeeds = {
  agents: { get(id: AgentId): Promise<Agent | undefined> };
  sessions: { get(id: SessionId): Promise<{ agent: AgentId } | undefined> };
  openCallPath(): Promise<{ executor: Pick<Executor, 'execute'> }>;
  openRegistry(): Promise<Registry>;
};

type UserCall = { name: string; parameters: JsonObject } & ToolCallOptions;

export async function callTool(
  { name, parameters, agent: agentId, session, call: id = newId('call') }: UserCall,
  { agents, sessions, openCallPath, openRegistry }: CallToolNeeds,
): Promise<ToolCallReport> {
  const info = session && (await sessions.get(session));
  if (session && !info)
    return refuse(
      `There is no session '${session}', so ${name} was not run. oneclaw.sessions.list() shows them.`,
    );
  const registry = await openRegistry();
  // The user may call every tool.
  const own = { ...defaultAgent, name: 'Console', tools: ['*', ...registry.names()] };
  const asked = agentId ?? info?.agent;
  const agent = asked ? await agents.get(asked) : own;
  // No fallback to another agent: the tool may have been denied to this one.
  if (!agent)
    return refuse(`There is no agent '${asked}', so ${name} was not run. oneclaw.agents.list() shows them.`);
  const { executor } = await openCallPath();
  return callAs(agent, { id, name, arguments: parameters }, executor, session);
}

function refuse(message: string): ToolCallReport {
  return { status: 'error', error_type: 'tool_not_available', message, duration_ms: 0 };
}

export async function callAs(
  agent: Agent,
  call: CallRequest,
  executor: Pick<Executor, 'execute'>,
  session?: SessionId,
): Promise<ToolCallReport> {
  const scope = {
    agent,
    ...(session ? { session } : {}),
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
