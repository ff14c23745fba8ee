/** What a running program has: its variables, the record, the input, the output and its patterns. */
import { type CommandContext } from '../../command.ts';
import { createRandom, type Random } from '../functions/random.ts';
import { type AwkRecord, createRecord } from '../records/record.ts';
import { byContent, byPattern, bySeparator, byWidths, type Splitter } from '../records/split.ts';
import { createInputs, type Inputs } from '../streams/inputs.ts';
import { createMainInput, type MainInput } from '../streams/main-input.ts';
import { createOutputs, type Outputs } from '../streams/outputs.ts';
import { createPatterns, type Pattern } from '../text/patterns.ts';
import { isTrue, toNumber, toText, type Value } from '../text/values.ts';
import { type Cell, createVariables, type Variables, arrayOf, setElement } from './variables.ts';

export type Environment = {
  context: CommandContext;
  variables: Variables;
  record: AwkRecord;
  input: MainInput;
  inputs: Inputs;
  outputs: Outputs;
  pattern(source: string): Pattern;
  /** Of FS, or of the argument of `split`. */
  separator(text: string): Splitter;
  fieldSplitter(): Splitter;
  convfmt(): string;
  /** Whether IGNORECASE is set. */
  ignoresCase(): boolean;
  subsep: Cell;
  random: Random;
  warn(message: string): void;
  status: { exitCode: number };
};

const defaults: Readonly<Record<string, Value>> = {
  ...{ FS: ' ', OFS: ' ', RS: '\n', ORS: '\n', SUBSEP: '\x1c', CONVFMT: '%.6g', OFMT: '%.6g' },
  ...{ NR: 0, FNR: 0, RSTART: 0, RLENGTH: -1, FPAT: '[^[:space:]]+', FIELDWIDTHS: '', IGNORECASE: 0 },
  ...{ RT: '', FILENAME: '', ERRNO: '' },
};

/** `words`: ARGV. */
export function createEnvironment(context: CommandContext, words: readonly string[]): Environment {
  const variables = createVariables();
  const outputs = createOutputs(context);
  const warn = (message: string) => outputs.stderr.write(`awk: ${message}\n`);
  const patterns = createPatterns(warn);
  for (const [name, value] of Object.entries(defaults)) variables.cell(name).value = value;
  const ignoreCase = variables.cell('IGNORECASE');
  const convfmt = variables.cell('CONVFMT');
  const ignoresCase = () => isTrue(ignoreCase.value);
  const pattern = (source: string) => patterns.get(source, ignoresCase());
  const separator = (text: string) => bySeparator(text, pattern);
  const ofs = variables.cell('OFS');
  const fieldSplitter = createFieldSplitter(variables, pattern);
  const format = () => toText(convfmt.value, '%.6g');
  const record = createRecord({
    splitter: fieldSplitter.get,
    ofs: () => toText(ofs.value, format()),
    convfmt: format,
  });
  connect(variables, record, fieldSplitter);
  fillArrays(context, variables, words);
  const inputs = createInputs(context, outputs);
  return {
    ...{
      context,
      variables,
      record,
      inputs,
      outputs,
      pattern,
      separator,
      warn,
      ignoresCase,
      convfmt: format,
      status: { exitCode: 0 },
    },
    ...{ fieldSplitter: fieldSplitter.get, subsep: variables.cell('SUBSEP'), random: createRandom() },
    input: createMainInput({ context, variables, inputs, outputs, pattern, warn }),
  };
}

type FieldSplitter = { get(): Splitter; use(name: 'FS' | 'FPAT' | 'FIELDWIDTHS'): void; forget(): void };

/** Splits by the one of FS, FPAT and FIELDWIDTHS that was assigned last. */
function createFieldSplitter(variables: Variables, pattern: (source: string) => Pattern): FieldSplitter {
  let used: 'FS' | 'FPAT' | 'FIELDWIDTHS' = 'FS';
  let known: Splitter | undefined;
  const textOf = (name: string) => toText(variables.cell(name).value, '%.6g');

  function byFs(): Splitter {
    const fs = textOf('FS');
    // Between paragraphs, the end of a line separates, too.
    if (textOf('RS') !== '' || fs === ' ' || fs === '') return bySeparator(fs, pattern);
    const isOne = Array.from(fs).length === 1;
    return byPattern(pattern(isOne ? `[\n${/\w/.test(fs) ? fs : `\\${fs}`}]` : `(${fs})|\n`));
  }

  return {
    get() {
      known ??=
        used === 'FS'
          ? byFs()
          : used === 'FPAT'
            ? byContent(pattern(textOf('FPAT')))
            : byWidths(textOf('FIELDWIDTHS'));
      return known;
    },
    use(name) {
      used = name;
      known = undefined;
    },
    forget: () => void (known = undefined),
  };
}

/** Connects variables to the record. A change applies to the next record, so this one is split first. */
function connect(variables: Variables, record: AwkRecord, fields: FieldSplitter): void {
  variables.connect('NF', {
    read: () => record.count(),
    write: (value) => record.setCount(Math.trunc(toNumber(value))),
  });
  for (const name of ['FS', 'FPAT', 'FIELDWIDTHS'] as const)
    variables.connect(name, { before: record.split, write: () => fields.use(name) });
  for (const name of ['RS', 'IGNORECASE'])
    variables.connect(name, { before: record.split, write: fields.forget });
  variables.connect('OFS', { before: record.join });
}

function fillArrays(context: CommandContext, variables: Variables, words: readonly string[]): void {
  const argv = arrayOf(variables.cell('ARGV'));
  words.forEach((word, at) => setElement(argv, String(at), { text: word }));
  variables.cell('ARGC').value = words.length;
  const environ = arrayOf(variables.cell('ENVIRON'));
  for (const [name, text] of Object.entries(context.exportedEnv ?? {})) setElement(environ, name, { text });
  const info = arrayOf(variables.cell('PROCINFO'));
  setElement(info, 'version', '5.2');
}
