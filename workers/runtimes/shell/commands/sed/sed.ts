/** `sed` as GNU sed 4.9 has it. That of just-bash lacks many commands and ignores what it does not know. */
import type { ExecResult } from 'just-bash/browser';
import { hasCode } from '../../fs/errno.ts';
import { localeOf, type Locale } from '../../patterns/locale.ts';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  pathOf,
  readLatin1,
  readText,
  text,
} from '../command.ts';
import { type Options, parseOptions } from '../options.ts';
import { createEdits, type Edits } from './edits.ts';
import { createInput } from './input.ts';
import { type Machine, runScript } from './machine.ts';
import { createOutput } from './output.ts';
import { parseScript } from './parse-script.ts';
import { createReader, type Piece } from './script-reader.ts';
import { createScriptFiles, type OpenScriptFiles } from './script-files.ts';

const spec = [
  'n/quiet/silent E/regexp-extended r s/separate u/unbuffered z/null-data/zero-terminated b/binary',
  'e/expression= f/file= i/in-place? l/line-length= &/follow-symlinks %/sandbox @/posix !/debug ?/help :/version',
];

const usage = 'Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...';

export const sed = command('sed', 1, async (args, context) => {
  const options = parseOptions(args, ...spec);
  if (options.has(':')) return text('sed (GNU sed) 4.9, written anew for the browser\n');
  if (options.has('?')) return text(`${usage}\n`);
  for (const [letter, name] of [
    ['@', 'posix'],
    ['!', 'debug'],
  ] as const)
    if (options.has(letter)) throw new CommandError(`the option --${name} is not available here`, 2);
  const operands = [...options.operands];
  const locale = localeOf(context);
  const pieces = await readPieces(options, operands, context);
  const isInPlace = options.has('i');
  if (isInPlace && operands.length === 0) throw new CommandError('no input files', 4);
  const reader = createReader(
    pieces.map((piece) => ({ ...piece, text: locale.argument(piece.text) })),
    locale.bytes,
  );
  const fail = (message: string) => reader.fail(message);
  const files = createScriptFiles(context, locale, { isSandbox: options.has('%'), fail });
  const script = parseScript(reader, { extended: options.has('E') || options.has('r') }, files);
  await files.open();
  const run = createRun(options, operands, { context, locale, files });
  run.machine.isQuiet ||= /^#n(\n|$)/.test(reader.text);
  return run.finish((machine) => runScript(script, machine, () => context.signal?.aborted ?? false));
});

async function readPieces(options: Options, operands: string[], context: CommandContext): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const { letter, value } of options.words) {
    if (letter === 'e') pieces.push({ text: value });
    if (letter === 'f') pieces.push({ text: await readScript(context, value), name: value });
  }
  if (pieces.length > 0) return pieces;
  const script = operands.shift();
  if (script === undefined) throw new CommandError(`no script. ${usage}`);
  return [{ text: script }];
}

async function readScript(context: CommandContext, name: string): Promise<string> {
  try {
    return (await readText(context, name)).replace(/\n$/, '');
  } catch (error) {
    throw new CommandError(`couldn't open file ${name}: ${describeFileError(error)}`, 4);
  }
}

type RunDeps = { context: CommandContext; locale: Locale; files: OpenScriptFiles };

function createRun(options: Options, operands: readonly string[], { context, locale, files }: RunDeps) {
  const stdout = createOutput();
  const errors: string[] = [];
  let exitCode = 0;
  const report = (message: string, code: number) => {
    errors.push(`sed: ${message}\n`);
    exitCode = code;
  };
  const isInPlace = options.has('i');
  const edits = isInPlace
    ? createEdits(context, { suffix: options.value('i') ?? '', followsLinks: options.has('&') })
    : undefined;
  const input = createInput({
    names: operands.length > 0 ? operands : ['-'],
    isSeparate: isInPlace || options.has('s'),
    end: options.has('z') ? '\0' : '\n',
    open: (name) => openFile(name, { context, locale, edits, machine, report }),
  });
  const machine: Machine = {
    ...{ space: { text: '', hasEnd: true }, hold: { text: '', hasEnd: true } },
    ...{ wasReplaced: false, lastPattern: undefined, appended: [], input, output: stdout, stdout, files },
    end: options.has('z') ? '\0' : '\n',
    isQuiet: options.has('n'),
    lineLength: lineLengthOf(options),
  };
  async function finish(run: (machine: Machine) => Promise<number>): Promise<ExecResult> {
    try {
      const quitCode = await run(machine);
      await edits?.save(machine.output);
      await files.save();
      exitCode = quitCode || exitCode;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      report(error.message, error.exitCode);
    }
    return bytes(stdout.bytes(), exitCode, files.stderr() + errors.join(''));
  }
  return { machine, finish };
}

function lineLengthOf(options: Options): number {
  const value = options.value('l') ?? '70';
  if (!/^\d+$/.test(value)) throw new CommandError(`invalid line length: ${value}`);
  return Number(value);
}

type OpenDeps = {
  context: CommandContext;
  locale: Locale;
  edits: Edits | undefined;
  machine: Machine;
  report(message: string, code: number): void;
};

/** The text of an input file; undefined if it cannot be read. With -i, the file before it is written. */
async function openFile(
  name: string,
  { context, locale, edits, machine, report }: OpenDeps,
): Promise<string | undefined> {
  if (edits) await edits.save(machine.output);
  try {
    const isFolder = name !== '-' && (await context.fs.stat(pathOf(context, name))).isDirectory;
    if (isFolder && edits) report(`couldn't edit ${name}: not a regular file`, 4);
    if (isFolder && edits) return undefined;
    if (isFolder) throw new CommandError(`read error on ${name}: Is a directory`, 4);
    const content = await readLatin1(context, name);
    if (edits) {
      edits.begin(name, content);
      machine.output = createOutput();
    }
    return locale.decode(content);
  } catch (error) {
    if (error instanceof CommandError || hasCode(error, 'EINTR')) throw error;
    report(`can't read ${name}: ${describeFileError(error)}`, 2);
    return undefined;
  }
}
