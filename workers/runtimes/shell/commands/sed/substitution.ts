/** The command `s` of sed: its pattern, its replacement with groups and changes of case, and its flags. */
import type { Pattern } from '../../patterns/pattern.ts';
import { CommandError } from '../command.ts';
import { scriptPattern, type ScriptSyntax, usedPattern } from './addresses.ts';
import { type Machine, print } from './machine.ts';
import type { Output } from './output.ts';
import {
  endCommand,
  peek,
  readDelimited,
  readFileName,
  readNumber,
  type ScriptReader,
  take,
  withoutEscapes,
} from './script-reader.ts';

type Part = { text: string } | { group: number } | { letterCase: string };

type Flags = {
  isGlobal: boolean;
  isPrinted: boolean;
  /** The first match that is replaced. */
  number: number;
  /** Letters of `I` and `M`. */
  pattern: string;
  /** The name of a file, or ''. */
  file: string;
};

/** Reads what follows the letter `s`. The returned function runs it. */
export function readSubstitution(
  reader: ScriptReader,
  syntax: ScriptSyntax,
  openOutput: (name: string) => (machine: Machine) => Output,
): (machine: Machine) => void {
  const delimiter = take(reader);
  const source = readDelimited(reader, delimiter, true);
  const replacement = source === undefined ? undefined : readReplacementSource(reader, delimiter);
  if (source === undefined || replacement === undefined) reader.fail("unterminated `s' command");
  const flags = readFlags(reader);
  const pattern = scriptPattern(reader, source, flags.pattern, syntax);
  const parts = partsOf(reader, replacement);
  const highest = Math.max(0, ...parts.map((part) => ('group' in part ? part.group : 0)));
  if (pattern && highest > pattern.groups) reader.fail(wrongReference(highest));
  const output = flags.file === '' ? undefined : openOutput(flags.file);
  return (machine) => {
    const used = usedPattern(pattern, machine);
    if (highest > used.groups) throw new CommandError(`-e expression #1, char 0: ${wrongReference(highest)}`);
    const text = replaceMatches(machine.space.text, used, parts, flags);
    if (text === undefined) return;
    machine.space.text = text;
    machine.wasReplaced = true;
    if (flags.isPrinted) print(machine);
    output?.(machine).line(text, machine.end, machine.space.hasEnd);
  };
}

function wrongReference(group: number): string {
  return `invalid reference \\${group} on \`s' command's RHS`;
}

/** A line end in a replacement has a backslash before it. */
function readReplacementSource(reader: ScriptReader, delimiter: string): string | undefined {
  const from = reader.at;
  const found = readDelimited(reader, delimiter, false);
  const bare = /^(?:[^\\\n]|\\[^])*?\n/.exec(reader.text.slice(from, reader.at));
  if (!bare) return found;
  reader.at = from + bare[0].length - 1;
  return undefined;
}

function readFlags(reader: ScriptReader): Flags {
  const flags: Flags = { isGlobal: false, isPrinted: false, number: 0, pattern: '', file: '' };
  for (;;) {
    const number = readNumber(reader);
    if (number !== undefined) {
      if (number === 0) reader.fail("number option to `s' command may not be zero");
      if (flags.number > 0) reader.fail("multiple number options to `s' command");
      flags.number = number;
      continue;
    }
    const letter = peek(reader);
    if (letter === '' || /[\s;}#]/.test(letter)) {
      endCommand(reader);
      return flags;
    }
    reader.at++;
    if (letter === 'w') {
      flags.file = readFileName(reader);
      return flags;
    }
    readFlag(reader, flags, letter);
  }
}

function readFlag(reader: ScriptReader, flags: Flags, letter: string): void {
  if (letter === 'e')
    throw new CommandError("the flag `e' of `s' runs commands, which is not possible here", 2);
  if (/[iImM]/.test(letter)) {
    flags.pattern += letter;
    return;
  }
  const name = ({ g: 'isGlobal', p: 'isPrinted' } as const)[letter];
  if (!name) reader.fail("unknown option to `s'");
  if (flags[name]) reader.fail(`multiple \`${letter}' options to \`s' command`);
  flags[name] = true;
}

const part = /\\(?<group>\d)|\\(?<letterCase>[ULEul])|(?<all>&)|(?:\\(?:c[^]|[^ULEul\d]|$)|[^\\&])+/g;

function partsOf(reader: ScriptReader, replacement: string): Part[] {
  return Array.from(replacement.matchAll(part), ({ 0: found, groups = {} }): Part => {
    const { group, letterCase, all } = groups;
    if (group !== undefined) return { group: Number(group) };
    if (letterCase !== undefined) return { letterCase };
    return all === undefined ? { text: withoutEscapes(reader, found) } : { group: 0 };
  });
}

/** The text with the matches that the flags say replaced; undefined if there are none. */
function replaceMatches(
  text: string,
  pattern: Pattern,
  parts: readonly Part[],
  { isGlobal, number }: Flags,
): string | undefined {
  const done: string[] = [];
  let [copied, from, count, lastEnd] = [0, 0, 0, -1];
  while (from <= text.length) {
    const match = pattern.find(text, from);
    if (!match) break;
    const [start = 0, end = 0] = match;
    // An empty match right after another one is none.
    if (end > start || end !== lastEnd) count++;
    else {
      from = end + characterLength(text, end);
      lastEnd = -1;
      continue;
    }
    [lastEnd, from] = [end, end > start ? end : end + characterLength(text, end)];
    if (count < number) continue;
    done.push(text.slice(copied, start), replacementFor(text, match, parts));
    copied = end;
    if (!isGlobal) break;
  }
  return done.length === 0 ? undefined : done.join('') + text.slice(copied);
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function replacementFor(text: string, match: readonly number[], parts: readonly Part[]): string {
  let result = '';
  // The case of what follows, and that of its first character.
  let [letterCase, once] = ['E', ''];
  for (const each of parts) {
    if ('letterCase' in each) {
      if (/[ul]/.test(each.letterCase)) once = each.letterCase;
      else [letterCase, once] = [each.letterCase, once];
      continue;
    }
    const added = 'text' in each ? each.text : groupOf(text, match, each.group);
    if (added === '') continue;
    result += inCase(added, letterCase, once);
    once = '';
  }
  return result;
}

function groupOf(text: string, match: readonly number[], group: number): string {
  const start = match[group * 2] ?? -1;
  return start < 0 ? '' : text.slice(start, match[group * 2 + 1]);
}

function inCase(text: string, letterCase: string, once: string): string {
  const changed = letterCase === 'U' ? upper(text) : letterCase === 'L' ? lower(text) : text;
  if (once === '') return changed;
  const [first = ''] = changed;
  return (once === 'u' ? upper(first) : lower(first)) + changed.slice(first.length);
}

/** Letters whose other case has several characters stay, as in C. */
const upper = (text: string) => text.replace(/[^]/gu, (letter) => oneLetter(letter.toUpperCase(), letter));
const lower = (text: string) => text.replace(/[^]/gu, (letter) => oneLetter(letter.toLowerCase(), letter));

function oneLetter(changed: string, letter: string): string {
  return changed.length === letter.length ? changed : letter;
}
