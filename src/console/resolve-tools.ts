/**
 * Resolves the tools that a script names in an agent draft: replaces aliases by tool names, throws
 * for unknown names.
 */
import type { AgentDraft } from '#shared/agents/agent.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import { isToolEntry } from '#shared/tools/tool-entry.ts';
import { toolCategories } from '#shared/tools/tool.ts';

type Api = { agents: Pick<EngineApi['agents'], 'list'>; tools: Pick<EngineApi['tools'], 'list'> };

export async function resolveTools(draft: AgentDraft, api: Api): Promise<AgentDraft> {
  const [tools, agents] = await Promise.all([api.tools.list(), api.agents.list()]);
  const known = new Set(tools.map(({ name }) => name));
  // Keeps the entries that the stored agent already has: an import may name tools that are added
  // later.
  for (const entry of agents.find(({ id }) => id === draft.id)?.tools ?? []) known.add(entry);
  const names = tools.map(({ name }) => name);

  function resolve(entry: string): string {
    // A script can pass any value; the engine rejects other types with its own message.
    if (typeof entry !== 'string') return entry;
    const name = known.has(entry) ? entry : canonicalName(entry);
    if (isToolEntry(name, (tool) => known.has(tool))) return name;
    throw new Error(
      `validation_error: Tool '${entry}' is not known. Use '*', 'group:<category>' (${toolCategories.join(', ')}), a tool of a server, or one of: ${names.join(', ')}.`,
    );
  }
  function resolveKeys<Value>(table: Record<string, Value>): Record<string, Value> {
    return Object.fromEntries(Object.entries(table).map(([name, value]) => [resolve(name), value]));
  }

  const { approval, timeouts } = draft;
  return {
    ...draft,
    // Other invalid values pass through unchanged: the engine rejects them with its own message.
    ...(Array.isArray(draft.tools) ? { tools: [...new Set(draft.tools.map(resolve))] } : {}),
    ...(timeouts ? { timeouts: resolveKeys(timeouts) } : {}),
    ...(approval?.tools ? { approval: { ...approval, tools: resolveKeys(approval.tools) } } : {}),
  };
}
