/**
 * Commands of just-bash with missing features added: arguments are rewritten to a form that the library
 * supports, and its own command does the work.
 */
import type { ExecResult } from 'just-bash/browser';
import { command, type CommandContext, CommandError, pathOf, text } from './command.ts';
import { parseOptions } from './options.ts';

export async function original(context: CommandContext, args: string[]): Promise<ExecResult> {
  if (!context.origCommand) throw new CommandError('is not available here');
  return context.origCommand(args);
}

/** Adds `--version`, which the library takes for a file name. */
export const bash = command('bash', 127, async (args, context) =>
  args[0] === '--version'
    ? text('bash 5.2, emulated by just-bash in the browser\n')
    : original(context, args),
);

const csvDefinition =
  'def _csv: map(if type == "string" then "\\"" + gsub("\\""; "\\"\\"") + "\\"" elif . == null then "" else tostring end) | join(",");';

/** Adds `@csv`, which quotes strings. */
export const jq = command('jq', 2, async (args, context) => {
  const at = args.findIndex((word) => /@csv\b(?!\s*")/.test(word));
  if (at < 0) return args[0] === '--version' ? text('jq-1.7\n') : original(context, args);
  return original(
    context,
    args.map((word, index) =>
      index === at ? csvDefinition + word.replaceAll(/@csv\b(?!\s*")/g, '_csv') : word,
    ),
  );
});

/** Adds joined options such as `-sd+`, and escapes such as `-d '\t'`. */
export const paste = command('paste', 1, async (args, context) => {
  const options = parseOptions(args, 's/serial d/delimiters= z');
  const delimiters = options.value('d')?.replace(/\\(.)/gs, (_, letter: string) => {
    if (letter === '0') throw new CommandError("the empty delimiter '\\0' is not available here", 2);
    return { n: '\n', t: '\t', r: '\r' }[letter] ?? letter;
  });
  return original(context, [
    ...(options.has('s') ? ['-s'] : []),
    ...(delimiters === undefined ? [] : ['-d', delimiters]),
    ...(options.operands.length > 0 ? options.operands : ['-']),
  ]);
});

/** `-f` would wait for ever, so it shows the current content only. */
export const tail = command('tail', 1, async (args, context) => {
  const follows = (word: string) => /^(-[fF]|--follow(=.*)?|--retry)$/.test(word);
  const rest = args
    .filter((word) => !follows(word))
    .map((word) => (/^-[fF]n/.test(word) ? `-${word.slice(2)}` : word));
  const result = await original(context, rest);
  if (!args.some(follows)) return result;
  return {
    ...result,
    stderr: `${result.stderr}tail: showing what is there; following a file is not possible here\n`,
  };
});

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
