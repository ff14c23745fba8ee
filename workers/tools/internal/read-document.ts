/** Reads a document that the engine has: an attachment, or a file to preview. */
import * as limits from '#shared/limits.ts';
import { readDocument } from '#workers/documents/read-document.ts';
import { refuseLarge } from '#workers/documents/open-document.ts';
import { defineTool } from '../tool.ts';

export const readDocumentInHost = defineTool({
  name: 'read_document',
  title: 'Read document',
  description: 'Reads the one file that the port has, as Markdown.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The file name.' },
      media_type: { type: 'string', description: 'Its media type, or an empty text.' },
      pages: { type: 'string', description: 'Which pages.' },
      most_characters: { type: 'integer', description: 'Where reading ends.' },
    },
    required: ['name', 'media_type', 'most_characters'],
  },
  capabilities: ['files.read'],
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: limits.documents.engineSeconds,
  async execute({ name, media_type, pages, most_characters }, { files, signal }) {
    const file = await files.read(name);
    refuseLarge(name, file.size);
    const { description, markdown, isCut, part, count } = await readDocument(
      new Uint8Array(await file.arrayBuffer()),
      {
        ...{ name, mediaType: media_type, pages, signal },
        ...{ maxCharacters: most_characters, readMs: limits.documents.engineReadMs },
      },
    );
    return {
      content: markdown,
      metadata: { description, part, count: String(count), ...(isCut ? { is_cut: 'true' } : {}) },
    };
  },
});
