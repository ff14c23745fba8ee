/** Which tool definitions a request carries: all, or in the short way a core, beside which the model finds the others. */
import { callTool } from '#shared/tools/found-call.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { estimateTools } from './estimate-tokens.ts';
import type { Model } from './model.ts';

/** Offered in full in the short way, as far as the agent may use them; the first ones where little fits. */
const core: readonly string[] = [
  ...['read_file', 'execute_shell_command', 'web_search', 'fetch_url', 'edit', 'write_file', 'question'],
  ...['list_directory', 'grep', 'get_current_time', 'memory_store', 'memory_search', 'run_python'],
  ...['todowrite', 'todoread', 'run_javascript', 'glob', 'image', 'apply_patch', 'memory_learn'],
];

/** Tokens of definitions in the short way, and their largest share of the window. */
const shortTokens = 4_000;
const shortShare = 1 / 6;
/** What a service's own search takes of them: its definition, and the names and descriptions of namespaces. */
const searchTokens = 600;
/** The share of the window from which the short way is taken: by default, and where the user wants all definitions. */
const defaultShare = 1 / 10;
const forcedShare = 1 / 4;

/** `deferred`: the service has them, and its own search loads them. */
export type Offer = Readonly<{ tools: readonly ToolDefinition[]; deferred?: readonly ToolDefinition[] }>;

/** `tools`: those that the model may use. `finders`: those that find and run others. `named`: the agent's list of tools. */
type Offerable = Readonly<
  Record<'tools' | 'finders', readonly ToolDefinition[]> & { named: readonly string[] }
>;

export function offerTools(
  { kind, traits, searchesTools }: Pick<Model, 'kind' | 'traits' | 'searchesTools'>,
  { tools, finders, named }: Offerable,
): Offer {
  const isModel = kind !== 'guide' && kind !== 'on-device';
  if (!isModel || finders.length === 0 || !isShort(traits, estimateTools(tools))) return { tools };
  const room = Math.min(shortTokens, traits.contextTokens * shortShare);
  const reserved = searchesTools ? searchTokens : estimateTools(finders);
  const kept = keepWithin(room - reserved, tools, [...core, ...named]);
  const others = tools.filter((tool) => !kept.has(tool));
  if (others.length === 0) return { tools };
  const shown = tools.filter((tool) => kept.has(tool));
  return searchesTools ? { tools: shown, deferred: others } : { tools: [...shown, ...finders] };
}

/** Whether calls of found tools go back to the model as it sent them. */
export function wrapsCalls({ tools }: Offer): boolean {
  return tools.some(({ name }) => name === callTool);
}

/** A small window always gets the short way, because definitions would leave no room for the conversation. */
function isShort({ contextTokens, toolList, toolStyle }: Model['traits'], tokens: number): boolean {
  if (tokens <= shortTokens && tokens <= contextTokens * shortShare) return false;
  if (toolList === 'short' || (toolStyle === 'text' && toolList === undefined)) return true;
  return tokens > contextTokens * (toolList === 'all' ? forcedShare : defaultShare);
}

/** The tools of these names that fit into so many tokens; a large one that does not fit is passed over. */
function keepWithin(
  room: number,
  tools: readonly ToolDefinition[],
  names: readonly string[],
): ReadonlySet<ToolDefinition> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const kept = new Set<ToolDefinition>();
  let used = 0;
  for (const name of names) {
    const tool = byName.get(name);
    const tokens = tool && !kept.has(tool) ? estimateTools([tool]) : Infinity;
    if (!tool || used + tokens > room) continue;
    kept.add(tool);
    used += tokens;
  }
  return kept;
}
