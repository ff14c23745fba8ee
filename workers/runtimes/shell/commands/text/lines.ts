/** Commands on lines that just-bash lets end with a line end even if the last line has none: `tac`, `nl`, `fold`. */
import type { ExecResult } from 'just-bash/browser';
import { original } from '../adapted.ts';
import {
  bytes,
  bytesOf,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  readLatin1,
} from '../command.ts';
import { bytesOfText } from '../../fs/byte-text.ts';
import { parseOptions, wholeNumber } from '../options.ts';

/** A last line without an end is printed first, and joined to the next one, as GNU tac does. */
export const tac = command('tac', 1, async (args, context) => {
  const options = parseOptions(args, 's/separator= b/before');
  if (options.has('b')) throw new CommandError("option '-b' is not available here", 2);
  const separator = bytesOfText(options.value('s') ?? '\n');
  return convertFiles(context, options.operands, 'tac', (content) => {
    const records = content.split(separator);
    const rest = records.pop() ?? '';
    return (
      rest +
      records
        .reverse()
        .map((record) => record + separator)
        .join('')
    );
  });
});

/** Wraps lines at a number of bytes, as GNU fold 9.1 does. */
export const fold = command('fold', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word) => word.replace(/^-(\d+)$/, '-w$1')),
    'b/bytes s/spaces w/width=',
  );
  const width = wholeNumber(options.value('w'), 'number of columns') ?? 80;
  if (width === 0) throw new CommandError("invalid number of columns: '0'");
  const advance = options.has('b') ? (column: number) => column + 1 : columnAfter;
  return convertFiles(context, options.operands, 'fold', (content) =>
    content
      .split('\n')
      .map((line) => wrap(line, width, advance, options.has('s')))
      .join('\n'),
  );
});

function columnAfter(column: number, byte: string): number {
  if (byte === '\t') return column + 8 - (column % 8);
  if (byte === '\b') return Math.max(0, column - 1);
  return byte === '\r' ? 0 : column + 1;
}

type Advance = (column: number, byte: string) => number;

function wrap(line: string, width: number, advance: Advance, atSpaces: boolean): string {
  const parts: string[] = [];
  let [begin, column] = [0, 0];
  for (let at = 0; at < line.length; at++) {
    const next = advance(column, line.charAt(at));
    if (next <= width || at === begin) {
      column = next;
      continue;
    }
    const piece = line.slice(begin, at);
    const cut = atSpaces ? Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\t')) + 1 : 0;
    parts.push(cut > 0 ? piece.slice(0, cut) : piece);
    begin = cut > 0 ? begin + cut : at;
    at = begin - 1;
    column = 0;
  }
  return [...parts, line.slice(begin)].join('\n');
}

/** Ends the last line, as GNU nl does. */
export const nl = command('nl', 1, async (args, context) => {
  const result = await original(context, args);
  const output = bytesOf(result);
  const isOpen = output !== '' && !output.endsWith('\n');
  return { ...result, ...bytes(isOpen ? `${output}\n` : output, result.exitCode, result.stderr) };
});

/** Prints each file converted. What cannot be read is reported, and the others are printed. */
async function convertFiles(
  context: CommandContext,
  names: readonly string[],
  name: string,
  convert: (content: string) => string,
): Promise<ExecResult> {
  let [stdout, stderr] = ['', ''];
  for (const file of names.length > 0 ? names : ['-']) {
    try {
      stdout += convert(await readLatin1(context, file));
    } catch (error) {
      stderr += `${name}: ${file}: ${describeFileError(error)}\n`;
    }
  }
  return bytes(stdout, stderr === '' ? 0 : 1, stderr);
}
