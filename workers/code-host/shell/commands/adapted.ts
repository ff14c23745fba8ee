/**
 * Commands of the library with what they lack: their arguments are put into a form that the library understands, and
 * its own command does the work.
 */
import type { ExecResult } from 'just-bash/browser';
import { bytesOf, bytes, command, type CommandContext, CommandError, pathOf, text } from './command.ts';
import { type Options, parseOptions } from './options.ts';

async function original(context: CommandContext, args: string[]): Promise<ExecResult> {
  if (!context.origCommand) throw new CommandError('is not available here');
  return context.origCommand(args);
}

const grepFlags = 'EFGPivwxclLnhHoqrRsaIUzbT';
const grepValues = 'efmABC&=@';
const grepLong = {
  ...{ 'extended-regexp': 'E', 'fixed-strings': 'F', 'basic-regexp': 'G', 'perl-regexp': 'P', regexp: 'e' },
  ...{ 'ignore-case': 'i', 'invert-match': 'v', 'word-regexp': 'w', 'line-regexp': 'x', count: 'c', file: 'f' },
  ...{ 'files-with-matches': 'l', 'files-without-match': 'L', 'line-number': 'n', 'no-filename': 'h' },
  ...{ 'with-filename': 'H', 'only-matching': 'o', quiet: 'q', silent: 'q', recursive: 'r', 'no-messages': 's' },
  ...{ 'max-count': 'm', 'after-context': 'A', 'before-context': 'B', context: 'C', text: 'a' },
  ...{ include: '&', exclude: '=', 'exclude-dir': '@', color: 'U', colour: 'U', 'line-buffered': 'U' },
};
const longOf: Record<string, string> = { '&': '--include', '=': '--exclude', '@': '--exclude-dir' };

/** Several -e, -s, --color, `-r` without a folder, and paths that begin as the folder was written. */
function createGrep(name: string, kind: string) {
  return command(name, 2, async (args, context) => {
    const options = parseOptions(args.map(contextNumber), { flags: grepFlags, values: grepValues, long: grepLong });
    const kinds = kind + options.order.filter((letter) => 'EFP'.includes(letter)).join('');
    const operands = [...options.operands];
    const patterns = [...options.all('e')];
    if (patterns.length === 0 && !options.has('f')) {
      const pattern = operands.shift();
      if (pattern === undefined) throw new CommandError('missing pattern; usage: grep [OPTION]... PATTERN [FILE]...', 2);
      patterns.push(pattern);
    }
    const isRecursive = options.has('r') || options.has('R');
    const given = [...options.order].filter((letter) => !'eUsabzTIGEFP'.includes(letter));
    const flags = [...new Set([...kinds, ...given])].flatMap((letter) =>
      grepValues.includes(letter) ? options.all(letter).map((value) => (longOf[letter] ? `${longOf[letter]}=${value}` : `-${letter}${value}`)) : [`-${letter}`],
    );
    const pattern = patterns.length > 0 ? ['-e', joinPatterns(patterns, kinds)] : [];
    const places = operands.length > 0 || !isRecursive ? operands : ['.'];
    const shown = places.map((place) => (isRecursive ? place.replace(/(?<=.)\/+$/, '') : place));
    if (!isRecursive || !shown.includes('.')) return finish(await original(context, [...flags, ...pattern, '--', ...shown]), options);
    // The library leaves out the `./` that grep prints for the folder `.`.
    const results: ExecResult[] = [];
    for (const place of shown) {
      const result = await original(context, [...flags, ...(options.has('h') || shown.length === 1 ? [] : ['-H']), ...pattern, '--', place]);
      results.push(place === '.' && operands.length > 0 && !options.has('h') && !options.has('q') ? dotted(result) : result);
    }
    const codes = results.map(({ exitCode }) => exitCode);
    const exitCode = codes.includes(2) ? 2 : codes.includes(0) ? 0 : 1;
    const stderr = results.map((each) => each.stderr).join('');
    return finish(bytes(results.map(bytesOf).join(''), exitCode, stderr), options);
  });
}

export const grep = createGrep('grep', '');
export const egrep = createGrep('egrep', 'E');
export const fgrep = createGrep('fgrep', 'F');

/** `-3` is `-C3`. */
function contextNumber(word: string): string {
  return /^-\d+$/.test(word) ? `-C${word.slice(1)}` : word;
}

function joinPatterns(patterns: readonly string[], kinds: string): string {
  if (patterns.length === 1 || kinds.includes('F')) return patterns.join('\n');
  return patterns.join(kinds.includes('E') || kinds.includes('P') ? '|' : '\\|');
}

function dotted(result: ExecResult): ExecResult {
  const lines = bytesOf(result).replace(/^(?!--$|\.\/|Binary file )(?=.)/gm, './');
  return { ...result, ...bytes(lines, result.exitCode, result.stderr) };
}

function finish(result: ExecResult, options: Options): ExecResult {
  // The library's exit code for a missing file is that of "nothing found".
  const isMissing = /: No such file or directory$/m.test(result.stderr);
  const exitCode = isMissing && !(options.has('q') && result.exitCode === 0) ? 2 : result.exitCode;
  return { ...result, exitCode, stderr: options.has('s') ? '' : result.stderr };
}

/** `-i.bak` keeps a copy of each file. */
export const sed = command('sed', 1, async (args, context) => {
  const at = args.findIndex((word) => /^-[nErsz]*i[._~].*$/.test(word) || word.startsWith('--in-place='));
  if (at < 0) return original(context, args);
  const word = args[at] ?? '';
  const suffix = word.startsWith('--') ? word.slice('--in-place='.length) : word.slice(word.indexOf('i') + 1);
  const rest = args.map((each, index) => (index === at ? (word.startsWith('--') ? '-i' : word.slice(0, word.indexOf('i') + 1)) : each));
  const options = parseOptions(rest, { flags: 'nErsuzi', values: 'efl', long: { expression: 'e', file: 'f', quiet: 'n', 'regexp-extended': 'E' } });
  const files = options.has('e') || options.has('f') ? options.operands : options.operands.slice(1);
  for (const file of files) {
    const path = pathOf(context, file);
    if (await context.fs.exists(path)) await context.fs.cp(path, suffix.includes('*') ? pathOf(context, suffix.replace('*', file)) : path + suffix);
  }
  return original(context, rest);
});

/** `name=value` among the files, and `length` without parentheses. */
export const awk = command('awk', 2, async (args, context) => {
  const flags: string[] = [];
  const rest = [...args];
  let hasFile = false;
  for (let word = rest[0]; word?.startsWith('-') && word !== '-' && word !== '--'; word = rest[0]) {
    flags.push(word);
    rest.shift();
    if (word === '-f' || word.startsWith('-f')) hasFile = true;
    if (['-f', '-v', '-F'].includes(word)) flags.push(rest.shift() ?? '');
  }
  if (rest[0] === '--') rest.shift();
  const isAssignment = (word: string) => /^[A-Za-z_]\w*=/.test(word);
  const program = hasFile ? [] : [withLength(rest.shift() ?? '')];
  const assigned = rest.filter(isAssignment);
  const variables = assigned.flatMap((word) => ['-v', word]);
  const special = [...valuesOf(flags, '-v'), ...assigned].flatMap(separatorOf);
  if (program[0] !== undefined && special.length > 0) program[0] = `BEGIN{${special.join(';')}} ${program[0]}`;
  return original(context, [...flags, ...variables, ...program, ...rest.filter((word) => !isAssignment(word))]);
});

function valuesOf(flags: readonly string[], name: string): string[] {
  return flags.flatMap((word, at) =>
    word === name ? [flags[at + 1] ?? ''] : word.startsWith(name) ? [word.slice(name.length)] : [],
  );
}

/** The library does not hear of `-v OFS=:`; a BEGIN block it does. */
function separatorOf(assignment: string): string[] {
  const [, name = '', value = ''] = /^(OFS|ORS|RS|FS|SUBSEP|OFMT|CONVFMT)=(.*)$/s.exec(assignment) ?? [];
  return name === '' ? [] : [`${name}="${value.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`];
}

/** Outside of strings, and not as a regular expression of its own. */
function withLength(program: string): string {
  return program.replace(/"(?:[^"\\]|\\.)*"|(?<![/\w$])length(?!\w|\s*[(/])/g, (found) =>
    found === 'length' ? 'length($0)' : found,
  );
}

const csvDefinition =
  'def _csv: map(if type == "string" then "\\"" + gsub("\\""; "\\"\\"") + "\\"" elif . == null then "" else tostring end) | join(",");';

/** `@csv` puts texts into quotes. */
export const jq = command('jq', 2, async (args, context) => {
  const at = args.findIndex((word) => /@csv\b(?!\s*")/.test(word));
  if (at < 0) return args[0] === '--version' ? text('jq-1.7\n') : original(context, args);
  return original(context, args.map((word, index) => (index === at ? csvDefinition + word.replaceAll(/@csv\b(?!\s*")/g, '_csv') : word)));
});

/** `-sd+`: letters that are joined. */
export const paste = command('paste', 1, async (args, context) => {
  const options = parseOptions(args, { flags: 'sz', values: 'd', long: { serial: 's', delimiters: 'd' } });
  const delimiters = options.value('d');
  return original(context, [
    ...(options.has('s') ? ['-s'] : []),
    ...(delimiters === undefined ? [] : ['-d', delimiters]),
    ...(options.operands.length > 0 ? options.operands : ['-']),
  ]);
});

/** `-f` would wait for ever: what is there is shown. */
export const tail = command('tail', 1, async (args, context) => {
  const follows = (word: string) => /^(-[fF]|--follow(=.*)?|--retry)$/.test(word);
  const rest = args.filter((word) => !follows(word)).map((word) => (/^-[fF]n/.test(word) ? `-${word.slice(2)}` : word));
  const result = await original(context, rest);
  if (!args.some(follows)) return result;
  return { ...result, stderr: `${result.stderr}tail: showing what is there; following a file is not possible here\n` };
});

