/** What a subcommand of git is. */
import type { GitContext } from '../git-context.ts';
import { openRepository, type Repository } from '../repository.ts';

export type Output = {
  stdout?: string;
  stderr?: string;
  exitCode?: number;
  /** What it made, such as the id of a commit; shown with the call of a tool. */
  facts?: Readonly<Record<string, string>>;
};

/** What was done, and a line for each file that could not be written or removed. */
export function withFailures(stdout: string, failures: readonly string[]): Output {
  return {
    stdout,
    stderr: failures.map((line) => `${line}\n`).join(''),
    exitCode: failures.length > 0 ? 1 : 0,
  };
}

export type Invocation = {
  args: readonly string[];
  context: GitContext;
  /** Absolute, or relative to the workspace. */
  cwd: string;
};

/** Throws a `GitError` where git would print an error and exit. */
export type Subcommand = (invocation: Invocation) => Promise<Output | string>;

type Run = (
  repository: Repository,
  args: readonly string[],
  invocation: Invocation,
) => Promise<Output | string>;

/** As `inRepository`, for commands that change the repository: one runs after the other, whichever calls they are of. */
export function changing(run: Run): Subcommand {
  return async (invocation) => {
    const repository = await openRepository(invocation.context, invocation.cwd);
    return repository.alone(() => run(repository, invocation.args, invocation));
  };
}

/** Opens the repository, runs, and writes what was changed, all or nothing. */
export function inRepository(run: Run): Subcommand {
  return async (invocation) => {
    const repository = await openRepository(invocation.context, invocation.cwd);
    const output = await run(repository, invocation.args, invocation);
    await repository.flush();
    return output;
  };
}
