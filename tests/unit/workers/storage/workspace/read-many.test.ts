/** Reading many files at once, in folders that they share. */
import { expect, it } from 'vitest';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

it('opens each file, and tells which cannot be opened', async () => {
  const { files } = await createTestWorkspace({ 'a.txt': 'a', 'b/c.txt': 'c', 'b/d/e.txt': 'e' });
  const found = await files.readMany([
    'b/d/e.txt',
    'a.txt',
    'none.txt',
    'b',
    'a.txt/x',
    '.',
    '../out',
    'b/c.txt',
  ]);
  const texts = await Promise.all(found.map(async (file) => (file ? file.text() : null)));
  expect(texts).toEqual(['e', 'a', null, null, null, null, null, 'c']);
});
