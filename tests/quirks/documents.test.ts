/** Documents of public reports, read as `read_file` reads them. */
import { describe, expect, it } from 'vitest';
import '#tests/unit/workers/documents/node-20.ts';
import { readDocument } from '#workers/documents/read-document.ts';
import { documentRows } from './documents.ts';

describe('a document', () => {
  it.each(documentRows)('$source: $what', async ({ name, bytes, holds, lacks = [] }) => {
    const { markdown } = await readDocument(bytes(), { name, readMs: Infinity });
    for (const words of holds) expect(markdown).toContain(words);
    for (const words of lacks) expect(markdown).not.toContain(words);
  });
});
