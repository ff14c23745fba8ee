/** Runs git for a tool: the same code as the command of the shell, its text as the result, its failure as an error. */
import type { ReadOnlyFiles, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { GitPort } from '#workers/contracts/ports/git-port.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { GitContext } from '#workers/runtimes/git/git-context.ts';
import { sayLoading } from '#workers/runtimes/say-loading.ts';

/** What a git tool is lent. */
export type GitToolContext = {
  files: ReadOnlyFiles | ToolFiles;
  git: GitPort;
  signal: AbortSignal;
  progress(text: string): void;
  network?: NetworkPort;
};

/** Every git tool has it. */
export const repositoryParameter = {
  path: {
    type: 'string',
    default: '.',
    description: "The repository's folder, or one in it. Defaults to '.', the workspace.",
  },
} as const;

export const pathsDescription = "Files, folders or globs, relative to 'path'.";

/** What git prints; `otherwise` if it prints nothing. Throws a `ToolError` where git exits with an error. */
export async function runGit(
  args: readonly string[],
  path: string,
  context: GitToolContext,
  otherwise = 'Done.',
): Promise<ToolReturn> {
  const load = () => import('#workers/runtimes/git/command.ts');
  const { runGit: run } = await sayLoading('Git', load, context.progress);
  const result = await run(args, toGitContext(context), path);
  const text = [result.stdout, result.stderr].filter(Boolean).join('\n').trimEnd();
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

/** For tools that only look: what would change a file is a defect of theirs. */
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

/** A name from the model, which must not be read as an option. */
export function named(parameter: string, value: string): string {
  if (value !== '' && !value.startsWith('-')) return value;
  throw new ToolError(
    'validation_error',
    `Parameter '${parameter}': '${value}' is no name: leave it out, or name one.`,
  );
}

/** The name if there is one. */
export function optional(parameter: string, value: string | undefined): string[] {
  return value === undefined ? [] : [named(parameter, value)];
}

/** Required by some actions of a tool. */
export function required(parameter: string, value: string | undefined, action: string): string {
  if (value === undefined)
    throw new ToolError('validation_error', `Parameter '${parameter}' is required to ${action}.`);
  return named(parameter, value);
}
