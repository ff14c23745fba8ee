/** Reads a file of the workspace as text, whole or a range of lines; documents as Markdown. */
import { documentKind } from '#shared/documents/document-kind.ts';
import * as limits from '#shared/limits.ts';
import { binaryProbeBytes } from '#workers/text/is-binary.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';
import { binaryAdvice } from './binary-kind.ts';
import { readingEncoding, requireDecoder, type ReadingEncoding } from './reading-encoding.ts';
import { readPieces } from './text-lines.ts';
import { createSlice, tooLarge, type Slice } from './text-slice.ts';

/** In a larger file the lines after the slice are not counted, because that would take too long. */
const countedBytes = 16 * limits.readBytes;

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Read a file of the workspace: text, or a document (PDF, docx, xlsx, csv, pptx, epub, ipynb) as Markdown; a long one comes in parts, each naming the next offset.',
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
        description:
          "Only to correct the encoding that the result names, such as 'windows-1250' or 'shift_jis'.",
      },
      offset: {
        type: 'integer',
        minimum: 1,
        description: 'First line to return, counted from 1; a line over 2,000 characters counts as several.',
      },
      limit: { type: 'integer', minimum: 1, description: 'Number of lines to return.' },
      pages: {
        type: 'string',
        description:
          "Documents: which pages, slides, sheets or chapters, such as '3' or '1-5,8'. Defaults to all.",
      },
      as_images: {
        type: 'boolean',
        default: false,
        description:
          'PDF: the pages as pictures instead of text, for scans and drawings; name them in pages.',
      },
      raw: {
        type: 'boolean',
        default: false,
        description: 'csv, ipynb: the text of the file itself, as it is needed to edit it.',
      },
    },
    required: ['path'],
  },
  capabilities: ['files.read'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'path',
  async execute({ path, encoding, offset, limit, pages, as_images = false, raw = false }, { files, signal }) {
    const file = await files.read(path);
    const probe = new Uint8Array(await file.slice(0, binaryProbeBytes).arrayBuffer());
    const slice = createSlice(path, offset ?? 1, limit ?? Infinity);
    const kind = raw ? undefined : documentKind(path, '', probe);
    if (kind) {
      // The code is loaded with the first document.
      const { drawDocument, readDocumentSlice } = await import('./read-document-file.ts');
      const label = encoding === undefined ? undefined : requireDecoder(encoding).encoding;
      const source = { file, path, kind, pages, encoding: label, signal };
      return as_images ? drawDocument(source) : readDocumentSlice(source, slice);
    }
    if (pages !== undefined || as_images) throw noDocument(path);
    if (file.size > limits.readBytes && limit === undefined) throw tooLarge(path, file.size);
    const reading = await readingEncoding(path, file, encoding);
    // UTF-16 text contains many NUL bytes.
    if (!reading.found && !reading.decoder.encoding.startsWith('utf-16'))
      throw new ToolError('binary_file', binaryAdvice(path, probe));
    return readSlice(file, reading, slice);
  },
});

function noDocument(path: string): ToolError {
  return new ToolError(
    'validation_error',
    `${path} has no pages: 'pages' and 'as_images' are for documents (PDF, docx, xlsx, csv, pptx, epub, ipynb). Leave them out.`,
  );
}

/**
 * The requested lines, as far as they fit into one result. The file is read as a stream, so it may have any
 * size.
 */
async function readSlice(file: File, reading: ReadingEncoding, slice: Slice): Promise<ToolReturn> {
  let isWhole = true;
  for await (const pieces of readPieces(file, reading.decoder)) {
    pieces.forEach(slice.add);
    isWhole = file.size <= countedBytes || !slice.isFull();
    if (!isWhole) break;
  }
  const text = slice.text(isWhole);
  const note = reading.noteFor(text);
  const { encoding } = reading.decoder;
  return {
    content: note === '' ? text : `${text.replace(/\r?\n$/, '')}\n\n(${note.trim()})`,
    metadata: {
      bytes: String(file.size),
      ...(encoding !== 'utf-8' && { encoding }),
      ...slice.facts(isWhole),
    },
  };
}
