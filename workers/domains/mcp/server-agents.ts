/** Which agents have a server's tools: the one it was added for, and whoever else names them. */
import type { AgentId, ServerId } from '#shared/ids.ts';
import type { AgentStore } from '#workers/domains/agents/store.ts';

/** Whether the agent's list has changed. */
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

/** A server that is added later under the same name is another one: nothing that was allowed here holds for it. */
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
