/** Runs a command that the user typed, by the same path as every tool call. */
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { terminalTools, type TerminalCommand } from '#shared/api/terminal.ts';
import type { AgentId, SessionId } from '#shared/ids.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { Executor } from '#workers/engine/calls/executor.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';

export type RunCommandNeeds = {
  agents: { get(id: AgentId): Promise<Agent | undefined> };
  bus: Pick<EventBus, 'post'>;
  openCallPath(): Promise<{ executor: Pick<Executor, 'execute'> }>;
  sessions: { get(id: SessionId): Promise<SessionInfo | undefined> };
};

export async function runCommand(
  { call: id, run, tool, parameters, session }: TerminalCommand,
  { agents, bus, openCallPath, sessions }: RunCommandNeeds,
): Promise<ToolCallReport> {
  // A script can pass any name.
  if (!terminalTools.includes(tool))
    return refuse(`A terminal does not run '${tool}', only ${terminalTools.join(', ')}.`);
  const info = session && (await sessions.get(session));
  if (session && !info) return refuse('This chat was deleted, and its shell with it. Nothing was run.');
  const agent = info ? await agents.get(info.agent) : { ...defaultAgent, name: 'Console' };
  if (!agent) return refuse('The agent of this chat was removed. Choose another one in the chat.');
  let isQueued = false;
  const queue = (next: boolean) => {
    if (next !== isQueued) bus.post({ type: 'call-queued', call: id, isQueued: next });
    isQueued = next;
  };
  const call = { id, name: tool, arguments: parameters };
  const { executor } = await openCallPath();
  const { result, duration_ms } = await executor.execute(call, {
    // The user typed it, so the agent's tool list and approval modes do not apply. Its denied capabilities
    // do, and the user is still asked about a dangerous command.
    agent: { ...agent, tools: [tool], approval: { default: 'auto' } },
    run,
    ...(session ? { session } : {}),
    signal: new AbortController().signal,
    onQueue: () => queue(true),
    onStart: () => queue(false),
    onProgress: () => undefined,
    onOutput: (text) => bus.post({ type: 'call-output', call: id, text }),
  });
  return { ...result, duration_ms };
}

function refuse(message: string): ToolCallReport {
  return { status: 'error', error_type: 'tool_not_available', message, duration_ms: 0 };
}
