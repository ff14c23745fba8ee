/** Writes a text file of the workspace: replaces it whole, or adds to its end. */
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { countOf } from '#workers/text/count-of.ts';
import { decodeBytes } from '#workers/text/encoding/decode-bytes.ts';
import {
  decoderLabel,
  encodingOfFile,
  encodingTitle,
  type TextEncoding,
} from '#workers/text/encoding/find-encoding.ts';
import { defineTool } from '../tool.ts';
import { encodeFor } from './decode-text.ts';
import { isWindowsText, toWindowsLineEnds } from '#workers/text/line-ends.ts';

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write file',
  description:
    'Write text to a file in the workspace: replaces it, as UTF-8, or adds to its end, in its own encoding; missing folders are created.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        description: "The file's path in the workspace, such as 'notes/today.txt'.",
      },
      content: { type: 'string', description: 'The text to write.' },
      mode: {
        type: 'string',
        enum: ['overwrite', 'append'],
        default: 'overwrite',
        description: "'overwrite' replaces the file, 'append' adds to its end.",
      },
    },
    required: ['path', 'content'],
  },
  capabilities: ['files.write'],
  touches: { writes: [{ path: 'path' }] },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  summaryParameter: 'path',
  async execute({ path, content, mode = 'overwrite' }, { files }) {
    const { bytes, encoding } =
      mode === 'append' ? await append(files, path, content) : { bytes: await files.write(path, content) };
    const facts = [`mode: ${mode}`, ...(encoding ? [`encoding: ${encoding}`] : [])];
    return `Successfully wrote ${countOf(bytes, 'byte')} to ${path} (${facts.join(', ')}).`;
  },
});

/** The beginning of a file tells its line ends. */
const probeBytes = 64 * 1024;

const probes = 20;

/** Undefined if there is no such file, or it is binary. */
async function probe(
  files: ToolFiles,
  path: string,
): Promise<{ encoding: TextEncoding; isWindows: boolean } | undefined> {
  for (let tries = 1; ; tries++)
    try {
      const [file] = await files.readMany([path]);
      const encoding = file && (await encodingOfFile(file));
      if (!encoding) return undefined;
      const start = new Uint8Array(await file.slice(0, probeBytes).arrayBuffer());
      return { encoding, isWindows: isWindowsText(decodeBytes(start, decoderLabel(encoding.name))) };
    } catch (error) {
      // Another call has appended meanwhile, so that this snapshot of the file cannot be read any more.
      const name = error instanceof Error ? error.name : '';
      if (!['NotReadableError', 'NotFoundError'].includes(name) || tries === probes) throw error;
    }
}

/** Keeps the encoding of the file, which is named unless it is UTF-8, and its line ends. */
async function append(
  files: ToolFiles,
  path: string,
  content: string,
): Promise<{ bytes: number; encoding?: string }> {
  const found = await probe(files, path);
  if (!found) return { bytes: await files.append(path, content) };
  const { encoding, isWindows } = found;
  const fitting = isWindows ? toWindowsLineEnds(content) : content;
  const encoded = encodeFor(path, fitting, encoding);
  if (typeof encoded === 'string') return { bytes: await files.append(path, encoded) };
  await files.change([path], async (read) => [
    { type: 'write', path, content: new Blob([(await read(path)) ?? '', encoded]) },
  ]);
  return { bytes: encoded.size, encoding: encodingTitle(encoding) };
}
