/** What a git operation is given, and how it fails. */
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { Identity } from '#workers/contracts/ports/git-port.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';

export type Credentials = { username: string; password: string };

/** The context of a code tool. Tokens for servers are not in it: the engine adds them to requests. */
export type GitContext = {
  files: ToolFiles;
  signal: AbortSignal;
  progress(line: string): void;
  /** Undefined: the agent may not use the network. */
  network: NetworkPort | undefined;
  /** Of commits in repositories whose config names none. */
  author?(): Promise<Identity | undefined>;
  /** Absent: it may. */
  mayPush?(): Promise<boolean>;
  /** What `-F -` reads. */
  stdin?: string;
  /** Of `git -c key=value`: values that win over those of the repository. */
  overrides?: readonly { key: string; value: string }[];
};

/** A failure in the words of git; `stdout` is what was printed before it. */
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
