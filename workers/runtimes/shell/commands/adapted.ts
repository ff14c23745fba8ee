/**
 * Commands of just-bash with missing features added: arguments are rewritten to a form that the library
 * supports, and its own command does the work.
 */
import type { ExecResult } from 'just-bash/browser';
import { command, type CommandContext, CommandError, pathOf } from './command.ts';

export async function original(context: CommandContext, args: string[]): Promise<ExecResult> {
  if (!context.origCommand) throw new CommandError('is not available here');
  return context.origCommand(args);
}

/** With -f, the library hides that a file could not be removed. */
export const rm = command('rm', 1, async (args, context) => {
  const result = await original(context, args);
  const end = args.indexOf('--');
  const isForced = args.some(
    (word, at) => /^(--force|-[a-zA-Z]*f[a-zA-Z]*)$/.test(word) && (end < 0 || at < end),
  );
  if (!isForced || result.exitCode !== 0) return result;
  const left: string[] = [];
  for (const name of args.filter((word, at) => (end >= 0 && at > end) || !word.startsWith('-')))
    if (await context.fs.exists(pathOf(context, name)))
      left.push(`rm: cannot remove '${name}': Device or resource busy\n`);
  return { ...result, exitCode: left.length > 0 ? 1 : 0, stderr: result.stderr + left.join('') };
});
