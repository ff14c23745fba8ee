/** Reads a text file of the workspace, whole or a range of lines. */
import { limits } from '#shared/limits.ts';
import { binaryProbeBytes, isBinary } from '#workers/text/is-binary.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';
import { readPieces } from './text-lines.ts';

/** Room for the note that names the next offset. */
const mostCharacters = limits.resultCharacters - 200;
/** Beyond this the lines after the slice are not counted: it would take longer than it is worth. */
const countedBytes = 16 * limits.readBytes;

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Read the contents of a text file from the workspace; a long one comes in parts, each naming the next offset.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        description: "The file's path in the workspace, such as 'notes/today.txt'.",
      },
      encoding: {
        type: 'string',
        default: 'UTF-8',
        description:
          "Text encoding, such as 'UTF-8', 'UTF-16LE', 'windows-1252' or 'shift_jis'. Defaults to 'UTF-8'.",
      },
      offset: {
        type: 'integer',
        minimum: 1,
        description: 'First line to return, counted from 1; a line over 2,000 characters counts as several.',
      },
      limit: { type: 'integer', minimum: 1, description: 'Number of lines to return.' },
    },
    required: ['path'],
  },
  capabilities: ['files.read'],
  touches: { reads: [{ path: 'path' }] },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'path',
  async execute({ path, encoding = 'UTF-8', offset, limit }, { files }) {
    const decoder = requireDecoder(encoding);
    const file = await files.read(path);
    if (file.size > limits.readBytes && limit === undefined) throw tooLarge(path, file.size);
    const probe = new Uint8Array(await file.slice(0, binaryProbeBytes).arrayBuffer());
    // UTF-16 text is full of NULs.
    if (!decoder.encoding.startsWith('utf-16') && isBinary(probe)) throw binary(path);
    return readSlice(file, decoder, path, offset ?? 1, limit ?? Infinity);
  },
});

function requireDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new ToolError(
      'validation_error',
      `Parameter 'encoding': '${encoding}' is not supported. Use a WHATWG encoding label such as 'UTF-8', 'UTF-16LE', 'windows-1252', 'shift_jis' or 'gb18030'.`,
    );
  }
}

function tooLarge(path: string, size: number): ToolError {
  return new ToolError(
    'file_too_large',
    `File is too large: ${path} has ${size} bytes, the maximum is ${limits.readBytes} (1 MB). Read it in parts with 'offset' and 'limit' (in lines).`,
  );
}

function binary(path: string): ToolError {
  return new ToolError(
    'binary_file',
    `${path} is a binary file and cannot be read as text. If it is text in another encoding, name it in 'encoding' (for example 'UTF-16LE').`,
  );
}

/** The lines asked for, as far as they fit into one result; read as a stream, however large the file is. */
async function readSlice(
  file: File,
  decoder: TextDecoder,
  path: string,
  first: number,
  count: number,
): Promise<string> {
  const slice = createSlice(path, first, count);
  let isWhole = true;
  for await (const pieces of readPieces(file, decoder)) {
    pieces.forEach(slice.add);
    isWhole = file.size <= countedBytes || slice.total() < first + count;
    if (!isWhole) break;
  }
  if (first > 1 && slice.total() < first) throw beyondEnd(path, slice.total(), first);
  return slice.text(isWhole);
}

function createSlice(path: string, first: number, count: number) {
  let text = '';
  let total = 0;
  let next = first;
  let asked = 0;
  return {
    total: () => total,
    add(piece: string): void {
      total++;
      if (total < first || total >= first + count) return;
      asked += piece.length;
      if (asked > limits.readBytes) throw tooLarge(`lines ${first} to ${total} of ${path}`, asked);
      // No line after the first that is left out, or the slice would have a hole.
      if (next !== total || text.length + piece.length > mostCharacters) return;
      text += piece;
      next++;
    },
    /** Names the offset to go on with, and the number of all lines where all were counted. */
    text(isWhole: boolean): string {
      if (next > total) return text;
      const of = isWhole ? ` of ${total}` : '';
      return `${text.replace(/\r?\n$/, '')}\n\n(Lines ${first} to ${next - 1}${of}. Continue with offset ${next}.)`;
    },
  };
}

function beyondEnd(path: string, total: number, first: number): ToolError {
  return new ToolError(
    'validation_error',
    `Parameter 'offset': ${path} has ${countOf(total, 'line')}, but line ${first} was asked for. Read it from offset 1.`,
  );
}
