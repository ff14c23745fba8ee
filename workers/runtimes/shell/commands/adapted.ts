/**
 * Commands of just-bash with missing features added: arguments are rewritten to a form that the library
 * supports, and its own command does the work.
 */
import type { ExecResult } from 'just-bash/browser';
import { command, type CommandContext, CommandError, pathOf } from './command.ts';
import { parseOptions } from './options.ts';

export async function original(context: CommandContext, args: string[]): Promise<ExecResult> {
  if (!context.origCommand) throw new CommandError('is not available here');
  return context.origCommand(args);
}

/** Adds `-i.bak`, which keeps a copy of each file. */
export const sed = command('sed', 1, async (args, context) => {
  const at = args.findIndex((word) => /^-[nErsz]*i[._~].*$/.test(word) || word.startsWith('--in-place='));
  if (at < 0) return original(context, args);
  const word = args[at] ?? '';
  const suffix = word.startsWith('--') ? word.slice('--in-place='.length) : word.slice(word.indexOf('i') + 1);
  const rest = args.map((each, index) =>
    index === at ? (word.startsWith('--') ? '-i' : word.slice(0, word.indexOf('i') + 1)) : each,
  );
  const options = parseOptions(rest, 'e/expression= f/file= n/quiet E/regexp-extended rsuzi l=');
  const files = options.has('e') || options.has('f') ? options.operands : options.operands.slice(1);
  for (const file of files) {
    const path = pathOf(context, file);
    if (await context.fs.exists(path))
      await context.fs.cp(
        path,
        suffix.includes('*') ? pathOf(context, suffix.replace('*', file)) : path + suffix,
      );
  }
  return original(context, rest);
});

/** Adds `name=value` among the files, `length` without parentheses, and separators such as `|`. */
export const awk = command('awk', 2, async (args, context) => {
  const { flags, rest, hasFile } = readFlags(args);
  const isAssignment = (word: string) => /^[A-Za-z_]\w*=/.test(word);
  const program = hasFile ? [] : [withSeparators(withLength(rest.shift() ?? ''))];
  const assigned = rest.filter(isAssignment);
  const variables = assigned.flatMap((word) => ['-v', word]);
  const special = [...valuesOf(flags, '-v'), ...assigned].flatMap(separatorOf);
  if (program[0] !== undefined && special.length > 0)
    program[0] = `BEGIN{${special.join(';')}} ${program[0]}`;
  return original(context, [
    ...flags,
    ...variables,
    ...program,
    ...rest.filter((word) => !isAssignment(word)),
  ]);
});

function readFlags(args: readonly string[]) {
  const flags: string[] = [];
  const rest = [...args];
  let hasFile = false;
  for (let word = rest[0]; word?.startsWith('-') && word !== '-' && word !== '--'; word = rest[0]) {
    rest.shift();
    if (word.startsWith('-F')) {
      flags.push('-F', asPattern((word.slice(2) || rest.shift()) ?? ''));
      continue;
    }
    flags.push(word);
    if (word.startsWith('-f')) hasFile = true;
    if (['-f', '-v'].includes(word)) flags.push(rest.shift() ?? '');
  }
  if (rest[0] === '--') rest.shift();
  return { flags, rest, hasFile };
}

function valuesOf(flags: readonly string[], name: string): string[] {
  return flags.flatMap((word, at) =>
    word === name ? [flags[at + 1] ?? ''] : word.startsWith(name) ? [word.slice(name.length)] : [],
  );
}

/** The library ignores special variables in `-v OFS=:`, but not in a BEGIN block. */
function separatorOf(assignment: string): string[] {
  const [, name = '', value = ''] = /^(OFS|ORS|RS|FS|SUBSEP|OFMT|CONVFMT)=(.*)$/s.exec(assignment) ?? [];
  const meant = name === 'FS' ? asPattern(value) : value;
  return name === '' ? [] : [`${name}="${meant.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`];
}

/** One character separates as it is, but the library takes it for a regular expression, whose matches are empty. */
function asPattern(separator: string): string {
  return { '|': '[|]', '.': '[.]', $: '[$]', '^': String.raw`\\^` }[separator] ?? separator;
}

/** The same in `FS = "|"` of the program. */
function withSeparators(program: string): string {
  return program.replace(/\bFS(\s*=\s*)"([|.$^])"/g, (_, is: string, separator: string) => {
    return `FS${is}"${asPattern(separator)}"`;
  });
}

/** Replaces `length` outside strings and regular expressions by `length($0)`. */
function withLength(program: string): string {
  return program.replace(/"(?:[^"\\]|\\.)*"|(?<![/\w$])length(?!\w|\s*[(/])/g, (found) =>
    found === 'length' ? 'length($0)' : found,
  );
}

/** Patterns also find names in the other Unicode form: keyboards type NFC, and macOS exports NFD. */
export const find = command('find', 1, (args, context) =>
  original(
    context,
    args.flatMap((word, at) => bothForms(word, args[at - 1] ?? '', args[at + 1] ?? '')),
  ),
);

const namePatterns = /^-i?(name|path|wholename)$/;

/** `before` and `after`: the words around it. */
function bothForms(word: string, before: string, after: string): string[] {
  const [composed, decomposed] = [after.normalize('NFC'), after.normalize('NFD')];
  if (namePatterns.test(word) && composed !== decomposed)
    return ['(', word, composed, '-o', word, decomposed, ')'];
  const isTaken = namePatterns.test(before) && word.normalize('NFC') !== word.normalize('NFD');
  return isTaken ? [] : [word];
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
