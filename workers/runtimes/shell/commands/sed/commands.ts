/** The commands of sed besides `s`: what follows their letter in a script, and what they do. */
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { CommandError } from '../command.ts';
import type { Addresses } from './addresses.ts';
import type { Line } from './input.ts';
import { autoPrint, type Flow, type Machine, print, readLine, type ScriptFiles } from './machine.ts';
import {
  blanks,
  endCommand,
  patternEscapes,
  readDelimited,
  readFileName,
  readNumber,
  readText,
  type ScriptReader,
  skip,
  take,
} from './script-reader.ts';

export type Run = (machine: Machine) => Flow | Promise<Flow>;

export type ParseContext = {
  reader: ScriptReader;
  addresses: Addresses;
  files: ScriptFiles;
  /** Where a label is, when the whole script is read; the end without a name. */
  placeOf(label: string): () => number;
};

type ScriptCommand = { maxAddresses?: 1; parse(context: ParseContext): Run };

/** A command that has only its letter. */
const plain = (run: Run): ScriptCommand => ({
  parse({ reader }) {
    endCommand(reader);
    return run;
  },
});

const doing = (change: (machine: Machine) => void): ScriptCommand =>
  plain((machine) => {
    change(machine);
    return undefined;
  });

/** A command with an optional number. */
const numbered = (run: (machine: Machine, number: number | undefined) => Flow): ScriptCommand => ({
  parse({ reader }) {
    skip(reader, blanks);
    const number = readNumber(reader);
    endCommand(reader);
    return (machine) => run(machine, number);
  },
});

const quitting = (prints: boolean): ScriptCommand => ({
  maxAddresses: 1,
  ...numbered((_, exitCode = 0) => ({ exitCode, prints })),
});

const withText = (run: (machine: Machine, text: string, addresses: Addresses) => Flow): ScriptCommand => ({
  parse({ reader, addresses }) {
    const text = readText(reader);
    return (machine) => run(machine, text, addresses);
  },
});

const jumping = (isTaken: (machine: Machine) => boolean): ScriptCommand => ({
  parse({ reader, placeOf }) {
    skip(reader, blanks);
    const label = skip(reader, labelName);
    endCommand(reader);
    const place = placeOf(label);
    return (machine) => (isTaken(machine) ? place() : undefined);
  },
});

export const labelName = /[^\s;}]*/y;

const withFile = (
  declare: (files: ScriptFiles, name: string) => void,
  run: (machine: Machine, name: string) => void,
): ScriptCommand => ({
  parse({ reader, files }) {
    const name = readFileName(reader);
    declare(files, name);
    return (machine) => {
      run(machine, name);
      return undefined;
    };
  },
});

/** Asks for a substitution and forgets it. */
function takeReplaced(machine: Machine): boolean {
  const was = machine.wasReplaced;
  machine.wasReplaced = false;
  return was;
}

function firstLine({ space, end }: Machine): string | undefined {
  const at = space.text.indexOf(end);
  return at < 0 ? undefined : space.text.slice(0, at);
}

/** If one of the lines had no end, the whole has none. */
function append(line: Line, added: Line, end: string): void {
  line.text += end + added.text;
  line.hasEnd &&= added.hasEnd;
}

export const scriptCommands: Readonly<Record<string, ScriptCommand>> = {
  '=': doing(({ output, input }) => output.raw(`${input.lineNumber()}\n`)),
  F: doing(({ output, input }) => output.raw(`${input.fileName()}\n`)),
  d: plain(() => 'drop'),
  D: plain((machine) => {
    const line = firstLine(machine);
    if (line === undefined) return 'drop';
    machine.space.text = machine.space.text.slice(line.length + 1);
    return 'again';
  }),
  g: doing((machine) => (machine.space = { ...machine.hold })),
  G: doing(({ space, hold, end }) => append(space, hold, end)),
  h: doing((machine) => (machine.hold = { ...machine.space })),
  H: doing(({ space, hold, end }) => append(hold, space, end)),
  x: doing((machine) => ([machine.space, machine.hold] = [machine.hold, machine.space])),
  z: doing(({ space }) => (space.text = '')),
  p: doing(print),
  P: doing((machine) => {
    const line = firstLine(machine);
    if (line === undefined) print(machine);
    else machine.output.line(line, machine.end, true);
  }),
  n: plain(async (machine) => {
    if (machine.input.isLast()) return 'end';
    autoPrint(machine);
    await readLine(machine);
    return undefined;
  }),
  N: plain(async (machine) => {
    if (machine.input.isLast()) return 'end';
    const before = machine.space.text;
    await readLine(machine);
    machine.space.text = before + machine.end + machine.space.text;
    return undefined;
  }),
  l: numbered((machine, length = machine.lineLength) => {
    machine.output.raw(listed(machine.space.text, length));
    return undefined;
  }),
  q: quitting(true),
  Q: quitting(false),
  a: withText((machine, text) => {
    machine.appended.push(() => machine.output.raw(text));
    return undefined;
  }),
  i: withText((machine, text) => {
    machine.output.raw(text);
    return undefined;
  }),
  c: withText((machine, text, addresses) => {
    if (!addresses.isInRange()) machine.output.raw(text);
    return 'drop';
  }),
  b: jumping(() => true),
  t: jumping(takeReplaced),
  T: jumping((machine) => !takeReplaced(machine)),
  r: withFile(
    (files, name) => files.declareText(name),
    (machine, name) => machine.appended.push(() => machine.output.raw(machine.files.text(name))),
  ),
  R: withFile(
    (files, name) => files.declareText(name),
    (machine, name) => {
      const line = machine.files.nextLine(name, machine.end);
      if (line !== undefined) machine.appended.push(() => machine.output.raw(line));
    },
  ),
  w: withFile(
    (files, name) => files.declareOutput(name),
    (machine, name) => {
      const { text, hasEnd } = machine.space;
      machine.files.output(name, machine).line(text, machine.end, hasEnd);
    },
  ),
  W: withFile(
    (files, name) => files.declareOutput(name),
    (machine, name) => {
      const line = firstLine(machine) ?? machine.space.text;
      machine.files.output(name, machine).line(line, machine.end, true);
    },
  ),
  y: { parse: readTransliteration },
  v: {
    parse({ reader }) {
      skip(reader, blanks);
      skip(reader, labelName);
      endCommand(reader);
      return () => undefined;
    },
  },
  e: {
    parse() {
      throw new CommandError('the command `e` runs programs, which is not possible here', 2);
    },
  },
};

function readTransliteration(context: ParseContext): Run {
  const reader: ScriptReader = context.reader;
  const delimiter = take(reader);
  const from = readDelimited(reader, delimiter, false);
  const to = from === undefined ? undefined : readDelimited(reader, delimiter, false);
  if (from === undefined || to === undefined) reader.fail("unterminated `y' command");
  const characters = (text: string) => {
    const plainText = patternEscapes(reader, text).replace(/\\([^])/g, '$1');
    return Array.from(plainText);
  };
  const [keys, values] = [characters(from), characters(to)];
  if (keys.length !== values.length) reader.fail("strings for `y' command are different lengths", reader.at);
  endCommand(reader);
  const map = new Map(keys.map((key, at) => [key, values[at] ?? key]).reverse() as [string, string][]);
  return (machine) => {
    machine.space.text = machine.space.text.replace(/[^]/gu, (character) => map.get(character) ?? character);
    return undefined;
  };
}

const listEscapes: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '\x07': '\\a', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  '\v': '\\v',
};

/** As `l` shows it: escapes for all but printable ASCII, in lines of at most `length` characters. */
function listed(text: string, length: number): string {
  let [shown, width] = ['', 0];
  for (const byte of bytesOfText(text)) {
    const isPlain = byte >= ' ' && byte <= '~' && byte !== '\\';
    const octal = () => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
    const one = isPlain ? byte : (listEscapes[byte] ?? octal());
    if (length > 0 && width + one.length > length - 1) {
      shown += '\\\n';
      width = 0;
    }
    shown += one;
    width += one.length;
  }
  return `${shown}$\n`;
}
