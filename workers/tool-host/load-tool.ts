/** The code of one tool, loaded when it is called for the first time in this host. */
import * as generated from 'virtual:tool-loaders';
import type { Tool } from '#workers/tools/tool.ts';

const loaders: Readonly<Record<string, () => Promise<Tool | undefined>>> = generated.loaders;
/** A second `import()` of the same module costs as much as a whole call. */
const loaded = new Map<string, Tool>();

export async function loadTool(name: string): Promise<Tool | undefined> {
  const known = loaded.get(name);
  if (known || !Object.hasOwn(loaders, name)) return known;
  const tool = await loaders[name]?.();
  if (tool) loaded.set(name, tool);
  return tool;
}
