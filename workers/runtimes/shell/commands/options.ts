/** Parses options of a command as getopt does: `-nr`, `-k2`, `-k 2`, `--key=2`, `--key 2`, `--`. */
import { CommandError } from './command.ts';

export type Options = {
  has(letter: string): boolean;
  /** The last value. */
  value(letter: string): string | undefined;
  all(letter: string): readonly string[];
  operands: string[];
  /** The letters of all options, in the order given. */
  order: readonly string[];
  /** All options and operands in the order given; the letter of an operand is ''. */
  words: readonly Word[];
};

type Word = { letter: string; value: string };

/**
 * `options`: separated by blanks, each a letter with its long names (`r/reverse`) or several letters (`nr`); `=` at the
 * end if they have a value (`k/key=`, `kt=`), `?` if it may be there, in the same word (`i/in-place?`). Punctuation is the letter of an option that has only a long name. A `+`
 * alone: options end at the first operand, as getopt writes it, for commands that run another command.
 */
export function parseOptions(args: readonly string[], ...options: readonly string[]): Options {
  const spec = readSpec(options.join(' '));
  const words: Word[] = [];
  const rest = [...args];
  const addOperands = (values: readonly string[]) =>
    words.push(...values.map((value) => ({ letter: '', value })));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') addOperands(rest.splice(0));
    else if (word.startsWith('--')) words.push(readLong(word, rest, spec));
    else if (word.startsWith('-') && word !== '-') words.push(...readShort(word, rest, spec));
    else addOperands([word, ...(spec.stopsAtOperand ? rest.splice(0) : [])]);
  }
  const all = (letter: string) => words.filter((each) => each.letter === letter).map(({ value }) => value);
  return {
    has: (letter) => words.some((each) => each.letter === letter),
    value: (letter) => all(letter).at(-1),
    all,
    operands: all(''),
    order: words.map(({ letter }) => letter).filter((letter) => letter !== ''),
    words,
  };
}

type Spec = {
  flags: string;
  values: string;
  optional: string;
  long: Map<string, string>;
  stopsAtOperand: boolean;
};

function readSpec(options: string): Spec {
  const spec: Spec = { flags: '', values: '', optional: '', long: new Map(), stopsAtOperand: false };
  for (const option of options.split(' ')) {
    const [letters = '', ...names] = option.replace(/[=?]$/, '').split('/');
    for (const name of names) spec.long.set(name, letters);
    if (option === '+') spec.stopsAtOperand = true;
    else if (option.endsWith('=')) spec.values += letters;
    else if (option.endsWith('?')) spec.optional += letters;
    else spec.flags += letters;
  }
  return spec;
}

function readLong(word: string, rest: string[], { long, values }: Spec): Word {
  const [name = '', ...parts] = word.slice(2).split('=');
  const similar = [...long.keys()].filter((each) => each.startsWith(name));
  const letter = long.get(name) ?? (similar.length === 1 ? long.get(similar[0] ?? '') : undefined);
  if (letter === undefined) throw new CommandError(`unrecognized option '--${name}'`, 2);
  if (parts.length > 0) return { letter, value: parts.join('=') };
  if (!values.includes(letter)) return { letter, value: '' };
  const value = rest.shift();
  if (value === undefined) throw new CommandError(`option '--${name}' requires an argument`, 2);
  return { letter, value };
}

function readShort(word: string, rest: string[], { flags, values, optional }: Spec): Word[] {
  const found: Word[] = [];
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    if (flags.includes(letter)) found.push({ letter, value: '' });
    else if (optional.includes(letter)) {
      found.push({ letter, value: word.slice(at + 1) });
      break;
    } else if (values.includes(letter)) {
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
