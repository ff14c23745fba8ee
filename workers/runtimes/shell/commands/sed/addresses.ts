/** The addresses of sed's commands, such as `2`, `$`, `/re/I`, `first~step` and `/from/,+3`. */
import { compilePattern, type Pattern } from '../../patterns/pattern.ts';
import { PatternError } from '../../patterns/bracket.ts';
import { CommandError } from '../command.ts';
import type { Machine } from './machine.ts';
import {
  blanks,
  patternEscapes,
  peek,
  readDelimited,
  readNumber,
  type ScriptReader,
  skip,
  take,
} from './script-reader.ts';

type Address =
  | { kind: 'line'; line: number }
  | { kind: 'last' }
  | { kind: 'step'; first: number; step: number }
  | { kind: 'plus' | 'multiple'; count: number }
  | { kind: 'pattern'; pattern: ScriptPattern };

/** Without a pattern: the one that was used last. */
export type ScriptPattern = Pattern | undefined;

export type Addresses = {
  count: 0 | 1 | 2;
  selects(machine: Machine): boolean;
  /** Whether a range has begun and not ended. */
  isInRange(): boolean;
  reset(): void;
};

export type ScriptSyntax = { extended: boolean };

export function readAddresses(reader: ScriptReader, syntax: ScriptSyntax): Addresses {
  const from = readAddress(reader, syntax);
  if (!from) return everyLine;
  if (from.kind === 'plus' || from.kind === 'multiple')
    reader.fail('invalid usage of +N or ~N as first address');
  skip(reader, blanks);
  const isRange = peek(reader) === ',';
  if (!isRange) return oneAddress(reader, from);
  take(reader);
  skip(reader, blanks);
  const to = readAddress(reader, syntax) ?? reader.fail("unexpected `,'", reader.at + 1);
  if (isZero(from) && to.kind !== 'pattern') reader.fail('invalid usage of line address 0');
  return createRange(from, to);
}

function isZero(address: Address): boolean {
  return address.kind === 'line' && address.line === 0;
}

const everyLine: Addresses = {
  ...{ count: 0, selects: () => true, isInRange: () => false, reset: () => undefined },
};

function oneAddress(reader: ScriptReader, address: Address): Addresses {
  // The place after the command's letter.
  if (isZero(address)) reader.fail('invalid usage of line address 0', reader.at + 1);
  return {
    ...{ count: 1, isInRange: () => false, reset: () => undefined },
    selects: (machine) => matches(address, machine),
  };
}

function readAddress(reader: ScriptReader, syntax: ScriptSyntax): Address | undefined {
  const line = readNumber(reader);
  if (line !== undefined) {
    if (!skip(reader, /[^\S\n]*~/y)) return { kind: 'line', line };
    skip(reader, blanks);
    return { kind: 'step', first: line, step: readNumber(reader) ?? 0 };
  }
  const sign = skip(reader, /[+~](?=\d)/y);
  if (sign !== '') return { kind: sign === '+' ? 'plus' : 'multiple', count: readNumber(reader) ?? 0 };
  if (skip(reader, /\$/y)) return { kind: 'last' };
  const delimiter = skip(reader, /\/|\\[^]/y).at(-1);
  if (delimiter === undefined) return undefined;
  const source = readDelimited(reader, delimiter, true) ?? reader.fail('unterminated address regex');
  const flags = skip(reader, /[IM]*/y);
  return { kind: 'pattern', pattern: scriptPattern(reader, source, flags, syntax) };
}

/** `flags`: letters of `I` and `M`. */
export function scriptPattern(
  reader: ScriptReader,
  source: string,
  flags: string,
  { extended }: ScriptSyntax,
): ScriptPattern {
  if (source === '') {
    if (flags !== '') reader.fail('cannot specify modifiers on empty regexp');
    return undefined;
  }
  try {
    return compilePattern(patternEscapes(reader, source), {
      ...{ extended, bytes: reader.bytes },
      ...{ ignoreCase: /i/i.test(flags), multiline: /m/i.test(flags) },
    });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    if (error.message.startsWith('character class syntax')) throw new CommandError(error.message, 4);
    return reader.fail(error.message);
  }
}

/** The pattern, or for an empty one the last that was used. */
export function usedPattern(pattern: ScriptPattern, machine: Machine): Pattern {
  const used = pattern ?? machine.lastPattern;
  if (!used) throw new CommandError('-e expression #1, char 0: no previous regular expression');
  machine.lastPattern = used;
  return used;
}

function matches(address: Address, machine: Machine): boolean {
  const number = machine.input.lineNumber();
  switch (address.kind) {
    case 'line':
      return number === address.line;
    case 'last':
      return machine.input.isLast();
    case 'step':
      if (address.step === 0) return number === address.first;
      return number >= address.first && (number - address.first) % address.step === 0;
    case 'pattern':
      return usedPattern(address.pattern, machine).test(machine.space.text);
    default:
      return false;
  }
}

function createRange(from: Address, to: Address): Addresses {
  // A range from line 0 is open before the first line, which its end may match.
  let isOpen = isZero(from);
  let last = Infinity;
  const begins = (machine: Machine) => {
    if (!matches(from, machine)) return false;
    last = lastLine(to, machine.input.lineNumber());
    isOpen = last > machine.input.lineNumber() && !(to.kind === 'last' && machine.input.isLast());
    return true;
  };
  const goesOn = (machine: Machine) => {
    const number = machine.input.lineNumber();
    if (last === Infinity) isOpen = !matches(to, machine);
    else isOpen = number < last;
    return last === Infinity || number <= last;
  };
  return {
    count: 2,
    selects: (machine) => (isOpen ? goesOn(machine) : begins(machine)),
    isInRange: () => isOpen,
    reset() {
      isOpen = isZero(from);
      last = Infinity;
    },
  };
}

/** The last line of a range that begins at `line`; Infinity if only its content says. */
function lastLine(to: Address, line: number): number {
  switch (to.kind) {
    case 'line':
      return to.line;
    case 'plus':
      return line + to.count;
    case 'multiple':
      return to.count === 0 ? line : Math.ceil(line / to.count) * to.count;
    case 'step':
      return firstStep(to.first, to.step, line);
    default:
      return Infinity;
  }
}

function firstStep(first: number, step: number, line: number): number {
  return line <= first || step === 0 ? first : first + Math.ceil((line - first) / step) * step;
}
