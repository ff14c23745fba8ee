/** The output of a cell is cut between characters. */
import { expect, it } from 'vitest';
import { readDocument } from '#workers/documents/read-document.ts';

it('a long output ends with a whole emoji', async () => {
  const text = [`${'x'.repeat(3_999)}😀 and more`];
  const notebook = {
    cells: [{ cell_type: 'code', source: 'f()', outputs: [{ output_type: 'stream', text }] }],
  };
  const bytes = new TextEncoder().encode(JSON.stringify(notebook));
  const { markdown } = await readDocument(bytes, { name: 'long.ipynb' });
  expect(markdown).toContain('x\n[… cut …]');
  expect(markdown.isWellFormed()).toBe(true);
});
