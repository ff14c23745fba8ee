/** The interface of a git subcommand. */
import type { GitContext } from '../git-context.ts';
import { openRepository, type Repository } from '../repository.ts';

export type Output = {
  stdout?: string;
  stderr?: string;
  exitCode?: number;
  /** Results such as the id of a commit; shown on the card of a tool call. */
  facts?: Readonly<Record<string, string>>;
};

/** Output with a line on stderr for each file that could not be written or removed. */
export function withFailures(stdout: string, failures: readonly string[]): Output {
  return {
    stdout,
    stderr: failures.map((line) => `${line}\n`).join(''),
    exitCode: failures.length > 0 ? 1 : 0,
  };
}

/** What is shown of an output with `--quiet`: that something went wrong. */
export function quietly(output: Output | string): Output {
  if (typeof output === 'string') return {};
  return output.exitCode ? output : { ...output, stdout: '', stderr: '' };
}

export type Invocation = {
  args: readonly string[];
  context: GitContext;
  /** Absolute path, or relative to the workspace. */
  cwd: string;
};

/** Throws a `GitError` where git would print an error and exit. */
export type Subcommand = (invocation: Invocation) => Promise<Output | string>;

type Run = (
  repository: Repository,
  args: readonly string[],
  invocation: Invocation,
) => Promise<Output | string>;

/**
 * Like `inRepository`, for commands that change the repository: they run one after the other, across all
 * calls.
 */
export function changing(run: Run): Subcommand {
  return async (invocation) => {
    const repository = await openRepository(invocation.context, invocation.cwd);
    return repository.alone(() => run(repository, invocation.args, invocation));
  };
}

/** Opens the repository, runs the command, and flushes its changes atomically. */
export function inRepository(run: Run): Subcommand {
  return async (invocation) => {
    const repository = await openRepository(invocation.context, invocation.cwd);
    const output = await run(repository, invocation.args, invocation);
    await repository.flush();
    return output;
  };
}
