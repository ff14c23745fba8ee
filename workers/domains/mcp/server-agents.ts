/** Adds a server's tools to an agent, and removes them from all agents. */
import type { AgentId, ServerId } from '#shared/ids.ts';
import type { AgentStore } from '#workers/contracts/stored-agents.ts';

/** Returns whether the agent's tool list has changed. */
export async function offerToAgent(
  server: ServerId,
  id: AgentId,
  agents: Pick<AgentStore, 'get' | 'save'>,
): Promise<boolean> {
  const agent = await agents.get(id);
  const entry = `${server}__*`;
  if (!agent || agent.tools.includes(entry)) return false;
  await agents.save({ ...agent, tools: [...agent.tools, entry] });
  return true;
}

/** Removes its tools, approvals and timeouts; a server added later under the same name is another one. */
export async function forgetServer(
  server: ServerId,
  agents: Pick<AgentStore, 'list' | 'save'>,
): Promise<AgentId[]> {
  const isOf = (name: string) => name.startsWith(`${server}__`);
  const forgotten: AgentId[] = [];
  for (const agent of await agents.list()) {
    const names = [...agent.tools, ...Object.keys({ ...agent.approval?.tools, ...agent.timeouts })];
    if (!names.some(isOf)) continue;
    const kept = <T>(table: Record<string, T> = {}) =>
      Object.fromEntries(Object.entries(table).filter(([name]) => !isOf(name)));
    const { approval, timeouts } = agent;
    await agents.save({
      ...agent,
      tools: agent.tools.filter((name) => !isOf(name)),
      ...(approval ? { approval: { ...approval, tools: kept(approval.tools) } } : {}),
      ...(timeouts ? { timeouts: kept(timeouts) } : {}),
    });
    forgotten.push(agent.id);
  }
  return forgotten;
}
