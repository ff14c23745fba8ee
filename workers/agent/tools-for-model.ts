/** Which of an agent's tools a model is offered. */
import { isExternalName } from '#shared/tools/external-tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { Model } from './model.ts';

/** Small models choose badly among many tools, and every definition costs seconds on the device. */
const shortList: ReadonlySet<string> = new Set([
  'get_current_time',
  'get_location_from_ip',
  'web_search',
  'open_url',
  'memory_store',
  'memory_forget',
  'memory_reinforce',
  'execute_shell_command',
]);

/**
 * `isEveryTool`: the agent may use every built-in tool. A model on the device gets the short list then, and
 * the tools of servers that the agent names; an agent that names its tools gets these with every model.
 */
export function toolsForModel(
  { kind, traits }: Pick<Model, 'kind' | 'traits'>,
  tools: readonly ToolDefinition[],
  isEveryTool: boolean,
): readonly ToolDefinition[] {
  if (!traits.tools) return [];
  if (kind !== 'on-device' || !isEveryTool) return tools;
  return tools.filter(({ name }) => shortList.has(name) || isExternalName(name));
}
