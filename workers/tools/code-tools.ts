/** The registry of tools that run in a code host: one line per tool; its code is fetched when it is first called. */
import type { Tool } from './tool.ts';

/** Loaders by the tool's name, in the order in which models are told of the tools. */
export const codeToolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  run_javascript: async () => (await import('./code/run-javascript.ts')).runJavascript,
};
