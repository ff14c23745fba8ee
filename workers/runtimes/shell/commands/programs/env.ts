/**
 * `env` and the options of `bash`. The library's env does not export what it sets, so that `env A=1 bash -c` would not
 * see it; its bash takes options for file names.
 */
import { original } from '../adapted.ts';
import {
  bytes,
  command,
  CommandError,
  joinLines,
  pathOf,
  quote,
  readText,
  runHere,
  stdinOf,
  text,
} from '../command.ts';
import { bytesOfText, textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { parseOptions } from '../options.ts';

export const env = command('env', 125, async (args, context) => {
  const options = parseOptions(
    args.map((word) => (word === '-' ? '-i' : word)),
    '+ i/ignore-environment u/unset= 0/null C/chdir= S/split-string=',
  );
  if (options.has('S')) throw new CommandError("option '-S' is not available here");
  const words = [...options.operands];
  const variables = new Map(options.has('i') ? [] : Object.entries(context.exportedEnv ?? {}));
  for (const name of options.all('u')) variables.delete(name);
  for (let word = words[0]; word?.includes('='); word = words[0]) {
    const at = word.indexOf('=');
    variables.set(word.slice(0, at), word.slice(at + 1));
    words.shift();
  }
  if (words.length === 0) {
    const lines = [...variables].map(([name, value]) => bytesOfText(`${name}=${value}`));
    return bytes(joinLines(lines, options.has('0') ? '\0' : '\n'));
  }
  const folder = options.value('C');
  const exported = [...variables.keys()].filter((name) => /^[A-Za-z_]\w*$/.test(name));
  const names = exported.length > 0 ? `export ${exported.join(' ')}; ` : '';
  return runHere(context, `${names}command ${words.map(quote).join(' ')}`, {
    cwd: folder === undefined ? context.cwd : pathOf(context, folder),
    env: Object.fromEntries(variables),
    replaceEnv: true,
    stdin: stdinOf(context),
    ...(context.signal && { signal: context.signal }),
  });
});

/** Adds `--version`, and options before the script, which become `set` in it. */
export const bash = command('bash', 127, async (args, context) => {
  if (args[0] === '--version') return text('bash 5.2, emulated by just-bash in the browser\n');
  const { set, from, rest } = readBashOptions(args);
  const prefix = set.map((each) => `${each}; `).join('');
  const [first, ...others] = rest;
  if (from === 'string') return original(context, ['-c', prefix + (first ?? ''), ...others]);
  if (from === 'input' || first === undefined)
    return original(context, ['-c', prefix + textOfBytes(stdinOf(context)), 'bash', ...rest]);
  if (prefix === '') return original(context, rest);
  return original(context, ['-c', prefix + (await readText(context, first)), ...rest]);
});

type BashOptions = { set: string[]; from: 'file' | 'string' | 'input'; rest: string[] };

const withoutEffect = new Set(['--norc', '--noprofile', '--login', '--posix']);

function readBashOptions(args: readonly string[]): BashOptions {
  const options: BashOptions = { set: [], from: 'file', rest: [...args] };
  const { rest, set } = options;
  let rcFile: string | undefined;
  let isInteractive = false;
  for (let word = rest[0]; word !== undefined && /^[-+][^-]|^--./.test(word); word = rest[0]) {
    rest.shift();
    if (withoutEffect.has(word)) continue;
    if (word === '--rcfile' || word === '--init-file') {
      rcFile = rest.shift();
      continue;
    }
    const sign = word.charAt(0);
    isInteractive ||= /^-[a-z]*i/.test(word);
    if (word.includes('c')) options.from = 'string';
    else if (word.includes('s')) options.from = 'input';
    // `l` and `i` make a login shell and an interactive one.
    const flags = word.slice(1).replace(/[colis]/g, '');
    if (flags !== '') set.push(`set ${sign}${flags}`);
    if (word.includes('o')) set.push(`set ${sign}o ${quote(rest.shift() ?? '')}`);
  }
  if (rest[0] === '--') rest.shift();
  if (isInteractive && rcFile !== undefined) set.unshift(`. ${quote(rcFile)}`);
  return options;
}
