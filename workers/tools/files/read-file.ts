/** Reads a text file of the workspace, whole or a range of lines. */
import { limits } from '../../../src/shared/limits.ts';
import { defineTool, ToolError } from '../tool.ts';

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description: 'Read the contents of a text file from the workspace.',
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
      offset: { type: 'integer', minimum: 1, description: 'First line to return, counted from 1.' },
      limit: { type: 'integer', minimum: 1, description: 'Number of lines to return.' },
    },
    required: ['path'],
  },
  capabilities: ['files.read'],
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'path',
  async execute({ path, encoding = 'UTF-8', offset, limit }, { files }) {
    const decoder = requireDecoder(encoding);
    const file = await files.read(path);
    const ranged = offset !== undefined || limit !== undefined;
    if (file.size > limits.readBytes && limit === undefined) throw tooLarge(path, file.size);
    const text = decode(decoder, new Uint8Array(await file.arrayBuffer()), path);
    return ranged ? sliceLines(text, path, offset ?? 1, limit) : text;
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

/** A NUL byte in the first 8 kB means binary, as git decides it; UTF-16 text has them and is exempt. */
function decode(decoder: TextDecoder, bytes: Uint8Array, path: string): string {
  if (!decoder.encoding.startsWith('utf-16') && bytes.subarray(0, 8_192).includes(0)) {
    throw new ToolError(
      'binary_file',
      `${path} is a binary file and cannot be read as text. If it is text in another encoding, name it in 'encoding' (for example 'UTF-16LE').`,
    );
  }
  return decoder.decode(bytes);
}

function sliceLines(text: string, path: string, first: number, count: number | undefined): string {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (first > lines.length) {
    throw new ToolError(
      'validation_error',
      `Parameter 'offset': ${path} has ${lines.length} lines, but line ${first} was asked for.`,
    );
  }
  const slice = lines.slice(first - 1, count === undefined ? undefined : first - 1 + count);
  if (slice.join('\n').length > limits.readBytes)
    throw tooLarge(`lines ${first} to ${first + slice.length - 1} of ${path}`, slice.join('\n').length);
  const next = first + slice.length;
  const more =
    next <= lines.length
      ? `\n\n(Lines ${first} to ${next - 1} of ${lines.length}. Continue with offset ${next}.)`
      : '';
  return slice.join('\n') + more;
}
