/** Tools that a script names in an agent: aliases become names, and what is misspelt is refused instead of doing nothing. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import { isToolEntry } from '#shared/tools/tool-entry.ts';
import { toolCategories } from '#shared/tools/tool.ts';

type Api = { agents: Pick<EngineApi['agents'], 'list'>; tools: Pick<EngineApi['tools'], 'list'> };

export async function resolveTools(draft: AgentDraft, api: Api): Promise<AgentDraft> {
  const [tools, agents] = await Promise.all([api.tools.list(), api.agents.list()]);
  const known = new Set(tools.map(({ name }) => name));
  // What the agent has already stays: an import may name tools that come later.
  for (const entry of agents.find(({ id }) => id === draft.id)?.tools ?? []) known.add(entry);
  const names = tools.map(({ name }) => name);

  function resolve(entry: string): string {
    // A script can pass any value; the engine says what it should be.
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
    // Other faults are the engine's to explain.
    ...(Array.isArray(draft.tools) ? { tools: [...new Set(draft.tools.map(resolve))] } : {}),
    ...(timeouts ? { timeouts: resolveKeys(timeouts) } : {}),
    ...(approval?.tools ? { approval: { ...approval, tools: resolveKeys(approval.tools) } } : {}),
  };
}
