/**
 * The registry of tools that run in a code host, one line per tool, or per domain with such tools. The code of a tool is loaded when it is
 * first called.
 */
import { gitToolLoaders } from '#workers/domains/git/tools/loaders.ts';
import type { Tool } from './tool.ts';

/** The loaders by the name of the tool, in the order in which models see the tools. */
export const codeToolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  execute_shell_command: async () => (await import('./code/execute-shell-command.ts')).executeShellCommand,
  run_javascript: async () => (await import('./code/run-javascript.ts')).runJavascript,
  run_python: async () => (await import('./code/run-python.ts')).runPython,
  ...gitToolLoaders,
};
