/** Splits text into fields: by FS, by a pattern of the fields themselves (FPAT), or by widths (FIELDWIDTHS). */
import { CommandError } from '../../command.ts';
import { eachMatch, type Pattern } from '../text/patterns.ts';

export type Splitter = {
  fields(text: string): string[];
  /** The fields, and what is after each of them; the first separator is before the first field. */
  parts(text: string): { fields: string[]; separators: (string | undefined)[] };
};

const blanks = /[ \t\n]+/;

/** Words between blanks. */
const byBlanks: Splitter = {
  fields(text) {
    const fields = text.split(blanks);
    if (fields.at(-1) === '') fields.pop();
    if (fields[0] === '') fields.shift();
    return fields;
  },
  parts(text) {
    const fields = byBlanks.fields(text);
    const separators: (string | undefined)[] = [...(text.match(/[ \t\n]+/g) ?? [])];
    if (!/^[ \t\n]/.test(text)) separators.unshift(undefined);
    return { fields, separators: fields.length === 0 ? [] : separators };
  },
};

const byCharacter: Splitter = {
  fields: (text) => Array.from(text),
  parts(text) {
    const fields = Array.from(text);
    return { fields, separators: between(fields.slice(1).map(() => '')) };
  },
};

function byText(separator: string): Splitter {
  const fields = (text: string) => (text === '' ? [] : text.split(separator));
  return {
    fields,
    parts(text) {
      const found = fields(text);
      return { fields: found, separators: between(found.slice(1).map(() => separator)) };
    },
  };
}

export function byPattern(pattern: Pattern): Splitter {
  const parts = (text: string) => {
    const [fields, separators]: [string[], string[]] = [[], []];
    if (text === '') return { fields, separators: between([]) };
    let begin = 0;
    eachMatch(pattern, text, (start, end) => {
      if (start === end) return true;
      fields.push(text.slice(begin, start));
      separators.push(text.slice(start, end));
      begin = end;
      return true;
    });
    fields.push(text.slice(begin));
    return { fields, separators: between(separators) };
  };
  return { parts, fields: (text) => parts(text).fields };
}

/** Nothing is before the first field. */
function between(separators: readonly string[]): (string | undefined)[] {
  return [undefined, ...separators];
}

/** The matches of a pattern are the fields, as of FPAT. */
export function byContent(pattern: Pattern): Splitter {
  const parts = (text: string) => {
    const [fields, separators]: [string[], string[]] = [[], []];
    let begin = 0;
    if (text !== '')
      eachMatch(pattern, text, (start, end) => {
        fields.push(text.slice(start, end));
        separators.push(text.slice(begin, start));
        begin = end;
        return true;
      });
    separators.push(text.slice(begin));
    return { fields, separators };
  };
  return { parts, fields: (text) => parts(text).fields };
}

/** Widths such as `3 2:4 *`: `2:` skips two characters, `*` is the rest. */
export function byWidths(widths: string): Splitter {
  const columns = widths
    .split(/[ \t\n]+/)
    .filter(Boolean)
    .map(readWidth);
  const fields = (text: string) => {
    const characters = Array.from(text);
    const found: string[] = [];
    let at = 0;
    for (const { skipped, width } of columns) {
      at += skipped;
      if (at >= characters.length) break;
      found.push(characters.slice(at, at + width).join(''));
      at += width;
    }
    return found;
  };
  return {
    fields,
    parts: () => {
      throw new CommandError('split cannot use FIELDWIDTHS', 2);
    },
  };
}

function readWidth(word: string): { skipped: number; width: number } {
  const [, skipped = '0', width = ''] = /^(?:(\d+):)?(\d+|\*)$/.exec(word) ?? [];
  if (width === '') throw new CommandError(`invalid FIELDWIDTHS value '${word}'`, 2);
  return { skipped: Number(skipped), width: width === '*' ? Infinity : Number(width) };
}

/** By a separator as FS has it: blanks, one character, or a pattern. */
export function bySeparator(separator: string, compile: (source: string) => Pattern): Splitter {
  if (separator === ' ') return byBlanks;
  if (separator === '') return byCharacter;
  const isOne = Array.from(separator).length === 1;
  return isOne ? byText(separator) : byPattern(compile(separator));
}
