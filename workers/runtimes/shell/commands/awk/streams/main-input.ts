/** The main input: the files and assignments among the operands, or standard input if there is no file. */
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { type CommandContext, CommandError, describeFileError, readLatin1 } from '../../command.ts';
import { hasCode } from '../../../fs/errno.ts';
import { readEscapes } from '../language/escapes.ts';
import { arrayOf, type Variables } from '../machine/variables.ts';
import { createReader, type Reader } from '../records/reader.ts';
import type { Pattern } from '../text/patterns.ts';
import { toNumber, toText } from '../text/values.ts';
import type { Inputs } from './inputs.ts';
import type { Outputs } from './outputs.ts';

export type MainInput = {
  /** Reads the next record of the current file; undefined at its end, and if no file is open. */
  read(): string | undefined;
  /** Opens the next file; false if there is none. */
  openNext(): boolean | Promise<boolean>;
  /** Leaves the current file. */
  close(): void;
  /** The next record of any file. */
  readAny(): string | undefined | Promise<string | undefined>;
};

export type MainInputDeps = {
  context: CommandContext;
  variables: Variables;
  inputs: Inputs;
  outputs: Outputs;
  pattern(source: string): Pattern;
  warn(message: string): void;
};

export function createMainInput(deps: MainInputDeps): MainInput {
  const { variables, inputs } = deps;
  const counts = [variables.cell('NR'), variables.cell('FNR')] as const;
  const [separator, end, name] = [variables.cell('RS'), variables.cell('RT'), variables.cell('FILENAME')];
  let reader: Reader | undefined;
  let index = 0;
  let hasFile = false;

  function read(): string | undefined {
    const found = reader?.next(toText(separator.value, '%d'), deps.pattern);
    if (!found) return undefined;
    for (const count of counts) count.value = toNumber(count.value) + 1;
    end.value = found.end;
    return found.record;
  }

  function begin(opened: Reader, shown: string): true {
    reader = opened;
    name.value = shown;
    counts[1].value = 0;
    hasFile = true;
    return true;
  }

  function openNext(): boolean | Promise<boolean> {
    const words = arrayOf(variables.cell('ARGV'));
    while (++index < toNumber(variables.cell('ARGC').value)) {
      const element = words.get(String(index));
      const word = element instanceof Map ? '' : toText(element, '%d');
      if (assign(variables, word) || word === '') continue;
      return word === '-' || word === '/dev/stdin' ? begin(inputs.stdin(), word) : openFile(word);
    }
    return hasFile ? false : begin(inputs.stdin(), '');
  }

  async function openFile(word: string): Promise<boolean> {
    const opened = await readFile(deps, word);
    if (opened) return begin(opened, word);
    hasFile = true;
    return openNext();
  }

  function readAny(): string | undefined | Promise<string | undefined> {
    for (;;) {
      const record = read();
      if (record !== undefined) return record;
      reader = undefined;
      const opened = openNext();
      if (opened instanceof Promise) return opened.then((isOpen) => (isOpen ? readAny() : undefined));
      if (!opened) return undefined;
    }
  }

  return { read, openNext, readAny, close: () => void (reader = undefined) };
}

/** Undefined for a folder, which is skipped. */
async function readFile(
  { context, outputs, warn }: MainInputDeps,
  word: string,
): Promise<Reader | undefined> {
  await outputs.flushFiles();
  try {
    return createReader(textOfBytes(await readLatin1(context, word)));
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    const reason = describeFileError(error);
    if (reason !== 'Is a directory')
      throw new CommandError(`cannot open file '${word}' for reading: ${reason}`, 2);
    warn(`warning: '${word}' is a directory: skipped`);
    return undefined;
  }
}

/** Whether a word is an assignment such as `name=value`, which is then made. */
export function assign(variables: Variables, word: string): boolean {
  const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
  if (name === undefined) return false;
  variables.set(name, { text: readEscapes(value) });
  return true;
}
