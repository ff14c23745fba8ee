/** `awk`: its options. What they mean follows gawk; the program itself is loaded at the first use. */
import { command, type CommandContext, CommandError, readText, text } from '../command.ts';
import type { AwkCall } from './run-awk.ts';

export const awk = command('awk', 2, async (args, context) => {
  const call = await readCall(args, context);
  if (call === undefined)
    return text('awk 1.0, as POSIX says, with the additions of GNU Awk 5.2 that are common\n');
  const { runAwk } = await import('./run-awk.ts');
  return runAwk(call, context);
});

type Options = { sources: string[]; assignments: string[]; rest: string[]; isVersion: boolean };

/** Undefined for `--version`. */
async function readCall(args: readonly string[], context: CommandContext): Promise<AwkCall | undefined> {
  const options: Options = { sources: [], assignments: [], rest: [...args], isVersion: false };
  for (let word = options.rest[0]; word !== undefined && /^-./s.test(word); word = options.rest[0]) {
    options.rest.shift();
    if (word === '--') break;
    await readOption(word, options, context);
    if (options.isVersion) return undefined;
  }
  const source = options.sources.length > 0 ? options.sources.join('\n') : options.rest.shift();
  if (source === undefined)
    throw new CommandError("usage: awk [-F fs] [-v name=value] 'program' | -f file [file ...]", 2);
  return { source, assignments: options.assignments, operands: options.rest };
}

const longOptions: Readonly<Record<string, string>> = {
  ...{ 'field-separator': 'F', assign: 'v', file: 'f', source: 'e', version: 'V' },
  // These change nothing here.
  ...{ posix: 'P', 're-interval': 'r', optimize: 'O', 'no-optimize': 's' },
};

async function readOption(word: string, options: Options, context: CommandContext): Promise<void> {
  const [, name, joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
  const letter = name === undefined ? word.charAt(1) : (longOptions[name] ?? '');
  const given = name === undefined ? word.slice(2) || undefined : joined;
  const value = () => {
    const found = given ?? options.rest.shift();
    if (found === undefined) throw new CommandError(`option requires an argument -- '${letter}'`, 2);
    return found;
  };
  if (letter === 'F') options.assignments.push(`FS=${value()}`);
  else if (letter === 'v') options.assignments.push(value());
  else if (letter === 'f') options.sources.push(await readText(context, value()));
  else if (letter === 'e') options.sources.push(value());
  else if (letter === 'V' || word === '-Wversion') options.isVersion = true;
  else if (!/^[PrOs]$/.test(letter) || (given !== undefined && name === undefined))
    throw new CommandError(`option '${word}' is not available here`, 2);
}
