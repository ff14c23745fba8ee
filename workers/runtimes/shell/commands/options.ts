/** Parses options of a command as getopt does: `-nr`, `-k2`, `-k 2`, `--key=2`, `--key 2`, `--`. */
import { CommandError } from './command.ts';

export type OptionSpec = {
  /** Letters of options without a value. */
  flags?: string;
  /** Letters of options with a value. */
  values?: string;
  /** The letter of each long option. */
  long?: Readonly<Record<string, string>>;
  /** Options end at the first operand, for commands that run another command. */
  stopsAtOperand?: boolean;
};

export type Options = {
  has(letter: string): boolean;
  /** The last value. */
  value(letter: string): string | undefined;
  all(letter: string): readonly string[];
  operands: string[];
  /** The letters of all options, in the order given. */
  order: readonly string[];
};

export function parseOptions(args: readonly string[], spec: OptionSpec): Options {
  const found: { letter: string; value: string }[] = [];
  const operands: string[] = [];
  const rest = [...args];
  for (;;) {
    const word = rest.shift();
    if (word === undefined) break;
    if (word === '--') {
      operands.push(...rest);
      break;
    }
    if (word.startsWith('--')) found.push(readLong(word, rest, spec));
    else if (word.startsWith('-') && word !== '-') found.push(...readShort(word, rest, spec));
    else if (spec.stopsAtOperand) {
      operands.push(word, ...rest);
      break;
    } else operands.push(word);
  }
  const all = (letter: string) => found.filter((each) => each.letter === letter).map(({ value }) => value);
  return {
    has: (letter) => found.some((each) => each.letter === letter),
    value: (letter) => all(letter).at(-1),
    all,
    operands,
    order: found.map(({ letter }) => letter),
  };
}

function readLong(word: string, rest: string[], { long = {}, values = '' }: OptionSpec) {
  const [name = '', ...parts] = word.slice(2).split('=');
  const names = Object.keys(long);
  const known = names.includes(name) ? name : names.filter((each) => each.startsWith(name));
  const full = typeof known === 'string' ? known : known.length === 1 ? known[0] : undefined;
  const letter = full === undefined ? undefined : long[full];
  if (letter === undefined) throw new CommandError(`unrecognized option '--${name}'`, 2);
  if (parts.length > 0) return { letter, value: parts.join('=') };
  if (!values.includes(letter)) return { letter, value: '' };
  const value = rest.shift();
  if (value === undefined) throw new CommandError(`option '--${name}' requires an argument`, 2);
  return { letter, value };
}

function readShort(word: string, rest: string[], { flags = '', values = '' }: OptionSpec) {
  const found: { letter: string; value: string }[] = [];
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    if (flags.includes(letter)) found.push({ letter, value: '' });
    else if (values.includes(letter)) {
      const value = word.slice(at + 1) || rest.shift();
      if (value === undefined) throw new CommandError(`option requires an argument -- '${letter}'`, 2);
      found.push({ letter, value });
      break;
    } else throw new CommandError(`invalid option -- '${letter}'`, 2);
  }
  return found;
}

export function wholeNumber(value: string | undefined, what: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new CommandError(`invalid ${what}: '${value}'`);
  return Number(value);
}
