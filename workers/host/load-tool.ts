/** The code of one tool, loaded when it is called for the first time in this host. */
import * as generated from 'virtual:tool-loaders';
import type { Tool } from '../tools/tool.ts';

const loaders: Readonly<Record<string, () => Promise<Tool | undefined>>> = generated.loaders;

export async function loadTool(name: string): Promise<Tool | undefined> {
  return Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined;
}
