/**
 * Loads every built-in tool: for the build, which writes their definitions, and for tests. Never imported by
 * the app.
 */
import { codeToolLoaders } from './code-tools.ts';
import { toolLoaders } from './index.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = await Promise.all(
  Object.entries({ ...toolLoaders, ...codeToolLoaders }).map(load),
);

async function load([name, loadTool]: [string, () => Promise<Tool>]): Promise<Tool> {
  const tool = await loadTool();
  if (tool.name !== name) throw new Error(`The registry calls '${tool.name}' by the name '${name}'.`);
  return tool;
}
