/** Documents made by other programs are read with their expected content. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import './node-20.ts';
import { readDocument } from '#workers/documents/read-document.ts';

type Listed = { file: string; program: string; holds: string[]; lacks?: string[] };

const folder = new URL('../../../fixtures/documents/', import.meta.url);
const listed = ['from-programs', 'from-npm'].flatMap(
  (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Listed[],
);

describe.each(listed)('$file of $program', ({ file, holds, lacks = [] }) => {
  it('is read with its expected content', async () => {
    const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
    const { description, markdown, isCut } = await readDocument(bytes, {
      name: basename(file),
      readMs: Infinity,
    });
    const text = `${description}\n${markdown}`;
    for (const words of holds) expect(text).toContain(words);
    for (const words of lacks) expect(text).not.toContain(words);
    expect(isCut).toBe(false);
  });
});
