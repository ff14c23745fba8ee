/** Tools offered to the browser's agents (WebMCP): which ones, and calls of them, each of which the user approves. */
import { browserAgentId, defaultAgent, type Agent } from '#shared/agents/agent.ts';
import type { CallId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { openStoredSet } from '#workers/storage/stored-set.ts';
import { callAs } from '#workers/engine/calls/call-tool.ts';
import { listTools } from '#workers/engine/calls/list-tools.ts';
import type { Executor } from '#workers/engine/calls/executor.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Database } from '#workers/storage/database.ts';

export type OfferNeeds = {
  bus: EventBus;
  database: Database;
  openCallPath(): Promise<{ executor: Pick<Executor, 'execute'> }>;
  openRegistry(): Promise<Registry>;
};

const setting = 'offered-tools';

/** Offered tools that can be called now. */
export async function listOffered({ database, openRegistry }: OfferNeeds): Promise<ToolInfo[]> {
  const offered = await openStoredSet(database, setting);
  const registry = await openRegistry();
  return listTools(registry).filter((tool) => tool.enabled && !tool.unusable && offered.has(tool.name));
}

export async function offerTool(
  name: string,
  isOffered: boolean,
  { database, openRegistry, bus }: OfferNeeds,
): Promise<void> {
  const tool = (await openRegistry()).find(name);
  const offered = await openStoredSet(database, setting);
  // A tool that no longer exists can still be withdrawn.
  await offered.set(tool?.name ?? name, isOffered && tool !== undefined);
  bus.post({ type: 'changed', kind: 'tools', ids: [name] });
}

/** Withdraws a removed server's tools: a server added later under the same name is another one. */
export async function forgetOffered(
  source: string,
  { database }: Pick<OfferNeeds, 'database'>,
): Promise<void> {
  const offered = await openStoredSet(database, setting);
  for (const name of offered.list()) if (name.startsWith(`${source}__`)) await offered.set(name, false);
}

export async function callOffered(
  name: string,
  parameters: JsonObject,
  id: CallId,
  needs: OfferNeeds,
): Promise<ToolCallReport> {
  const tools = (await listOffered(needs)).map((tool) => tool.name);
  const agent: Agent = {
    ...defaultAgent,
    ...{ id: browserAgentId, name: 'Agent of the browser', tools, approval: { default: 'ask' } },
  };
  return callAs(agent, { id, name, arguments: parameters }, (await needs.openCallPath()).executor);
}
