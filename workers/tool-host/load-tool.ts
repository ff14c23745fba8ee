/** The code of one tool, loaded when it is called for the first time in this host. */
import type { Tool } from '#workers/tools/tool.ts';
import { toolLoaders } from '../tools/index.ts';

/** Memoized: a repeated `import()` costs as much as a whole call. */
const loaded = new Map<string, Tool>();

export async function loadTool(name: string): Promise<Tool | undefined> {
  const known = loaded.get(name);
  if (known || !Object.hasOwn(toolLoaders, name)) return known;
  const tool = await toolLoaders[name]?.();
  if (tool) loaded.set(name, tool);
  return tool;
}
