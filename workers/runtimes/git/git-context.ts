/** The context of a git operation, and its errors. */
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { Identity } from '#workers/contracts/ports/git-port.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';

export type Credentials = { username: string; password: string };

/** The context of a code tool. It contains no tokens: the engine adds them to requests. */
export type GitContext = {
  files: ToolFiles;
  signal: AbortSignal;
  progress(line: string): void;
  /** Undefined if the agent may not use the network. */
  network: NetworkPort | undefined;
  /** The author of commits in repositories whose config names none. */
  author?(): Promise<Identity | undefined>;
  /** Whether the agent may push; absent if it may. */
  mayPush?(): Promise<boolean>;
  /** The text that `-F -` reads. */
  stdin?: string;
  /** Values from `git -c key=value`, which take precedence over the repository's config. */
  overrides?: readonly { key: string; value: string }[];
};

/** An error with git's own message; `stdout` is the output before it. */
export class GitError extends Error {
  readonly exitCode: number;
  readonly stdout: string;

  constructor(message: string, exitCode = 128, stdout = '') {
    super(message);
    this.name = 'GitError';
    this.exitCode = exitCode;
    this.stdout = stdout;
  }
}

export function fatal(message: string): GitError {
  return new GitError(`fatal: ${message}`);
}

export function usage(message: string): GitError {
  return new GitError(`error: ${message}`, 129);
}
