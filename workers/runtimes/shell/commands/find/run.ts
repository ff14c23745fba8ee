/** The state of one run of find, which tests and actions share. */
import type { CommandContext } from '../command.ts';
import type { FoundFile, LinkMode } from './found-file.ts';

export type Evaluate = (file: FoundFile) => boolean | Promise<boolean>;

export type FindRun = {
  context: CommandContext;
  /** Milliseconds; the ages of files are counted from it. */
  now: number;
  links: LinkMode;
  maxDepth: number;
  minDepth: number;
  /** Folders come after what is in them. */
  isDepthFirst: boolean;
  staysOnDevice: boolean;
  /** Of -regextype. */
  regexType: string;
  /** Whether an action makes the default one, -print, unnecessary. */
  hasAction: boolean;
  /** Set by -prune for the file that is visited. */
  isPruned: boolean;
  /** Set by -quit. */
  isDone: boolean;
  exitCode: number;
  /** Writes text to a file of -fprint, or to the standard output without a name. */
  write(text: string, file?: string): void;
  /** Writes bytes, as strings with one character per byte. */
  writeBytes(bytes: string): void;
  /** Writes a message; the exit code becomes 1. */
  report(message: string): void;
  warn(message: string): void;
  /** Writes what a command wrote to its error output. */
  pass(stderr: string): void;
  /** What remains to be done at the end, such as the commands of `-exec … +`. */
  atEnd: (() => Promise<void>)[];
};
