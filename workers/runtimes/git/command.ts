/** `git` as a command: arguments in, text and an exit code out. Used by the shell and the git tools. */
import { messageOf } from '#shared/message-of.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { subcommands } from './commands/index.ts';
import type { Output } from './commands/subcommand.ts';
import { normalKey } from './config.ts';
import { GitError, type GitContext } from './git-context.ts';
import { inWorkspace } from './repository.ts';

export type GitResult = {
  stdout: string;
  stderr: string;
  exitCode: number;
  facts?: Output['facts'];
  /** Set if a port rejected something. */
  errorType?: ToolErrorType;
};

/** `args` without `git`; `cwd` absolute or relative to the workspace. Throws only if the signal aborts. */
export async function runGit(args: readonly string[], context: GitContext, cwd: string): Promise<GitResult> {
  try {
    const global = readGlobalOptions(args, context, cwd);
    if ('text' in global) return { stdout: global.text, stderr: '', exitCode: 0 };
    const { name, rest } = global;
    const load = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (!load) return { stdout: '', stderr: unknown(name), exitCode: 1 };
    const run = await load();
    const output = await run({ args: rest, context: global.context, cwd: global.cwd });
    if (typeof output === 'string') return { stdout: output, stderr: '', exitCode: 0 };
    const { stdout = '', stderr = '', exitCode = 0, facts } = output;
    return { stdout, stderr, exitCode, ...(facts && { facts }) };
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (error instanceof GitError)
      return {
        stdout: error.stdout,
        stderr: error.message && `${error.message}\n`,
        exitCode: error.exitCode,
      };
    if (error instanceof ToolError)
      return { stdout: '', stderr: `${withFatal(error.message)}\n`, exitCode: 128, errorType: error.type };
    return { stdout: '', stderr: `fatal: ${messageOf(error)}\n`, exitCode: 128 };
  }
}

function withFatal(message: string): string {
  return message.startsWith('fatal: ') ? message : `fatal: ${message}`;
}

function unknown(name: string): string {
  const known = Object.keys(subcommands).join(' ');
  return `git: '${name}' is not a git command of this git. It has: ${known}.\n`;
}

type Global = { text: string } | { name: string; rest: readonly string[]; context: GitContext; cwd: string };

/** Options before the subcommand: `-C dir`, `-c key=value`, `--no-pager`. */
function readGlobalOptions(args: readonly string[], context: GitContext, cwd: string): Global {
  const overrides = [...(context.overrides ?? [])];
  let folder = cwd;
  let at = 0;
  for (; args[at]?.startsWith('-'); at++) {
    const option = args[at] ?? '';
    const text = texts.get(option)?.();
    if (text !== undefined) return { text };
    if (option === '-C') folder = `/workspace/${inWorkspace(args[++at] ?? '', inWorkspace(folder))}`;
    else if (option === '-c') overrides.push(readSetting(args[++at] ?? ''));
    else if (!withoutEffect.includes(option))
      throw new GitError(`unknown option: ${option}\n${help()}`.trimEnd(), 129);
  }
  const name = args[at] ?? 'help';
  const text = texts.get(name)?.();
  if (text !== undefined) return { text };
  return { name, rest: args.slice(at + 1), context: { ...context, overrides }, cwd: folder };
}

function readSetting(text: string): { key: string; value: string } {
  const equals = text.indexOf('=');
  // A key without a value is true, as in a config file.
  if (equals < 0) return { key: normalKey(text), value: 'true' };
  return { key: normalKey(text.slice(0, equals)), value: text.slice(equals + 1) };
}

/** Ignored: there is no pager, and no lock is optional. */
const withoutEffect = ['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs'];

const version = () => 'git version 2.39.0 (OneClaw, isomorphic-git)\n';
const help = () =>
  `usage: git [-C <path>] [-c <name>=<value>] <command> [<args>]\n\nCommands: ${Object.keys(subcommands).join(', ')}\n`;
const texts: ReadonlyMap<string, () => string> = new Map([
  ['--version', version],
  ['-v', version],
  ['version', version],
  ['--help', help],
  ['-h', help],
  ['help', help],
]);
