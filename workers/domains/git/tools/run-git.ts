/**
 * Runs git for a tool, with the code of the shell's git command. The printed text is the result, or the error
 * if git fails.
 */
import type { ReadOnlyFiles, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { GitPort } from '#workers/contracts/ports/git-port.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { GitContext } from '#workers/runtimes/git/git-context.ts';
import { wellFormed } from '#workers/text/encoding/byte-text.ts';
import { withLoadingProgress } from '#workers/runtimes/loading-progress.ts';

/** What the engine gives a git tool. */
export type GitToolContext = {
  files: ReadOnlyFiles | ToolFiles;
  git: GitPort;
  signal: AbortSignal;
  progress(text: string): void;
  network?: NetworkPort;
};

/** What the definitions of git tools have in common. */
const gitTool = { category: 'git', runs: 'code', returns: ['file'] } as const;
export const readsRepository = {
  ...gitTool,
  capabilities: ['files.read', 'git'],
  repeatable: true,
  contacts: { type: 'nothing' },
} as const;
export const changesRepository = {
  ...gitTool,
  capabilities: ['files.write', 'git'],
  contacts: { type: 'nothing' },
} as const;
export const talksToServer = {
  ...gitTool,
  capabilities: ['files.write', 'git'],
  optionalCapabilities: ['network'],
  contacts: { type: 'any-host', parameters: [] },
  timeoutSeconds: 300,
} as const;

/** The parameter that names the repository. */
export const repositoryParameter = {
  path: {
    type: 'string',
    default: '.',
    description: 'Folder of the repository.',
  },
} as const;

export const pathsDescription = "Files, folders or globs, relative to 'path'.";

export function pathsParameter(description: string) {
  const items = { type: 'string', description: 'A file, folder or glob.' } as const;
  return { type: 'array', items, description } as const;
}

/** A parameter that is false by default. */
export function flag(description: string) {
  return { type: 'boolean', default: false, description } as const;
}

/** What git prints; `otherwise` if it prints nothing. Throws a `ToolError` where git exits with an error. */
export async function runGit(
  args: readonly string[],
  path: string,
  context: GitToolContext,
  otherwise = 'Done.',
): Promise<ToolReturn> {
  const load = () => import('#workers/runtimes/git/command.ts');
  const { runGit: run } = await withLoadingProgress('Git', load, context.progress);
  const result = await run(args, toGitContext(context), path);
  const text = wellFormed([result.stdout, result.stderr].filter(Boolean).join('\n').trimEnd());
  if (result.exitCode === 0)
    return { content: text === '' ? otherwise : text, metadata: { exit_code: '0', ...result.facts } };
  throw new ToolError(
    result.errorType ?? 'execution_error',
    text === '' ? `git exited with ${result.exitCode}.` : text,
    { exit_code: String(result.exitCode), ...result.facts },
  );
}

function toGitContext({ files, git, signal, progress, network }: GitToolContext): GitContext {
  return {
    files: 'write' in files ? files : unchangeable(files),
    signal,
    progress,
    network,
    author: git.author,
    mayPush: git.mayPush,
  };
}

/** The files for a tool that only reads: if it tries to change one, that is a defect of the tool. */
export function unchangeable(files: ReadOnlyFiles): ToolFiles {
  const refuse = () => Promise.reject(new ToolError('permission_denied', 'This tool does not change files.'));
  return {
    stat: (path) => files.stat(path),
    read: (path) => files.read(path),
    readMany: (paths) => files.readMany(paths),
    list: (path) => files.list(path),
    walk: (path) => files.walk(path),
    write: refuse,
    append: refuse,
    change: refuse,
    hold: refuse,
    makeDirectory: refuse,
    move: refuse,
    remove: refuse,
  };
}

/** Checks a name from the model, because git must not read it as an option. */
export function named(parameter: string, value: string): string {
  if (value !== '' && !value.startsWith('-')) return value;
  throw new ToolError(
    'validation_error',
    `Parameter '${parameter}': '${value}' is no name: leave it out, or name one.`,
  );
}

/** The checked name as the only argument, or no argument if there is no name. */
export function optional(parameter: string, value: string | undefined): string[] {
  return value === undefined ? [] : [named(parameter, value)];
}

/** The checked name of a parameter that only some actions of a tool require. */
export function required(parameter: string, value: string | undefined, action: string): string {
  if (value === undefined)
    throw new ToolError('validation_error', `Parameter '${parameter}' is required to ${action}.`);
  return named(parameter, value);
}
