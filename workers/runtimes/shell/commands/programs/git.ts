/** `git` in the shell: the same program as the git tools, in the shell's working directory. */
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { GitPort } from '#workers/contracts/ports/git-port.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { withLoadingProgress } from '../../../loading-progress.ts';
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { command, failed, type RunCommand, stdinOf, text } from '../command.ts';

const noGit = 'this agent may not use git; the user can allow it in the agent\'s settings ("Git")';

export type GitDeps = {
  /** Undefined if the agent may not use git. */
  git: GitPort | undefined;
  network: NetworkPort | undefined;
  workspace: {
    files: ToolFiles;
    /** Clears the cache of the shell's file system, because git writes past it. */
    forget(): void;
  };
  /** Shows a line on the card. */
  progress: ((text: string) => void) | undefined;
};

export function git(deps: GitDeps): RunCommand {
  return command('git', 128, async (args, context) => {
    const { git: port, network, workspace, progress = () => undefined } = deps;
    if (!port) return failed(`git: ${noGit}`, 1);
    const { runGit } = await withLoadingProgress(
      'Git',
      () => import('#workers/runtimes/git/command.ts'),
      progress,
    );
    const signal = context.signal ?? new AbortController().signal;
    const io = { files: workspace.files, network, progress, signal, stdin: textOfBytes(stdinOf(context)) };
    try {
      const result = await runGit(args, { ...io, author: port.author, mayPush: port.mayPush }, context.cwd);
      return text(result.stdout, result.exitCode, result.stderr);
    } finally {
      workspace.forget();
    }
  });
}
