/** Compiles a script of sed to a list of instructions. */
import { CommandError } from '../command.ts';
import { type Addresses, readAddresses, type ScriptSyntax } from './addresses.ts';
import { labelName, type ParseContext, type Run, scriptCommands } from './commands.ts';
import type { Instruction, Machine, ScriptFiles } from './machine.ts';
import { blanks, endCommand, peek, type ScriptReader, skip, take } from './script-reader.ts';
import { readSubstitution } from './substitution.ts';

type Block = { end: number };

type Script = {
  instructions: Instruction[];
  /** Blocks that are open. */
  open: Block[];
  labels: Map<string, number>;
  wanted: Set<string>;
};

export function parseScript(
  reader: ScriptReader,
  syntax: ScriptSyntax,
  files: ScriptFiles,
): readonly Instruction[] {
  const script: Script = { instructions: [], open: [], labels: new Map(), wanted: new Set() };
  while (skipToCommand(reader)) readCommand(reader, syntax, files, script);
  if (script.open.length > 0) reader.fail("unmatched `{'", 0);
  const missing = [...script.wanted].find((label) => !script.labels.has(label));
  if (missing !== undefined) throw new CommandError(`can't find label for jump to \`${missing}'`, 4);
  return script.instructions;
}

/** Skips what is between commands, comments too. */
function skipToCommand(reader: ScriptReader): boolean {
  skip(reader, /(?:[\s;]|#[^\n]*)*/y);
  return reader.at < reader.text.length;
}

function readCommand(reader: ScriptReader, syntax: ScriptSyntax, files: ScriptFiles, script: Script): void {
  const addresses = readAddresses(reader, syntax);
  skip(reader, blanks);
  const isNegated = skip(reader, /!/y) !== '';
  skip(reader, blanks);
  if (isNegated && peek(reader) === '!') reader.fail("multiple `!'s", reader.at + 1);
  const letter = take(reader);
  if (letter === '' || letter === '\n') reader.fail('missing command', reader.at - letter.length);
  if (readStructure(reader, letter, addresses, isNegated, script)) return;
  const placeOf = (label: string) => {
    if (label === '') return () => script.instructions.length;
    script.wanted.add(label);
    return () => script.labels.get(label) ?? script.instructions.length;
  };
  const run = readRun({ reader, addresses, files, placeOf }, letter, syntax);
  script.instructions.push({ ...selecting(addresses, isNegated), run });
}

function selecting(addresses: Addresses, isNegated: boolean): Omit<Instruction, 'run'> {
  const { selects, reset } = addresses;
  return { selects: isNegated ? (machine: Machine) => !selects(machine) : selects, reset };
}

/** Reads `{`, `}`, a label or a comment; false for other commands. */
function readStructure(
  reader: ScriptReader,
  letter: string,
  addresses: Addresses,
  isNegated: boolean,
  script: Script,
): boolean {
  const { instructions, open, labels } = script;
  switch (letter) {
    case '{': {
      const block: Block = { end: 0 };
      open.push(block);
      // It skips the block for the lines that are not selected.
      instructions.push({ ...selecting(addresses, !isNegated), run: () => block.end });
      return true;
    }
    case '}': {
      if (addresses.count > 0) reader.fail("} doesn't want any addresses");
      const block = open.pop() ?? reader.fail("unexpected `}'");
      block.end = instructions.length;
      endCommand(reader);
      return true;
    }
    case ':': {
      if (addresses.count > 0) reader.fail(": doesn't want any addresses");
      skip(reader, blanks);
      const label = skip(reader, labelName);
      if (label === '') reader.fail('":" lacks a label');
      labels.set(label, instructions.length);
      return true;
    }
    case '#':
      return reader.fail("comments don't accept any addresses");
    default:
      return false;
  }
}

function readRun(context: ParseContext, letter: string, syntax: ScriptSyntax): Run {
  const { reader, addresses, files } = context;
  if (letter === 's') {
    const substitute = readSubstitution(reader, syntax, (name) => {
      files.declareOutput(name);
      return (machine) => files.output(name, machine);
    });
    return (machine) => {
      substitute(machine);
      return undefined;
    };
  }
  const command = scriptCommands[letter] ?? reader.fail(`unknown command: \`${letter}'`);
  if (addresses.count > (command.maxAddresses ?? 2)) reader.fail('command only uses one address');
  return command.parse(context);
}
