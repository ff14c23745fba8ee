/** A document that was not read to its end is marked as cut, in the text and in the returned value. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import './node-20.ts';
import type { OpenDocument } from '#workers/documents/document.ts';
import { documentText, type TextPiece } from '#workers/documents/document-text.ts';
import { readDocument } from '#workers/documents/read-document.ts';

const book = (count: number): OpenDocument => ({
  facts: {},
  part: 'page',
  count,
  read: (number) => `Text of ${number}`,
});

async function all(pieces: AsyncIterable<TextPiece>): Promise<TextPiece[]> {
  const list: TextPiece[] = [];
  for await (const piece of pieces) list.push(piece);
  return list;
}

describe('the text of a document', () => {
  it('ends early after the most parts', async () => {
    const most = limits.documents.pages;
    const pieces = await all(documentText(book(most + 5), { readMs: Infinity }));
    expect(pieces.filter(({ endsEarly }) => endsEarly)).toEqual([pieces.at(-1)]);
    expect(pieces.at(-1)?.text).toContain(`Continue with pages '${most + 1}-'`);
    expect(
      (await all(documentText(book(most), { readMs: Infinity }))).some(({ endsEarly }) => endsEarly),
    ).toBe(false);
  });

  it('ends early after the time limit, but not before the first part', async () => {
    let time = 0;
    const now = () => (time += 400);
    const pieces = await all(documentText(book(9), { readMs: 1_000, now }));
    expect(pieces.map(({ endsEarly }) => endsEarly)).toEqual([false, false, false, true]);
    expect(pieces.at(-1)?.text).toContain("Continue with pages '4-'");
  });

  it('has a note in the place of a damaged part, and fails if all are', async () => {
    const damaged = (isDamaged: (number: number) => boolean): OpenDocument => ({
      ...book(3),
      read(number) {
        if (isDamaged(number)) throw new ToolError('binary_file', `${number} is damaged.`);
        return `Text of ${number}`;
      },
    });
    const pieces = await all(
      documentText(
        damaged((number) => number === 2),
        {},
      ),
    );
    expect(pieces.map(({ text }) => text)).toEqual([
      '## Page 1\n\nText of 1\n\n',
      '## Page 2\n\n(This page is left out. 2 is damaged.)\n\n',
      '## Page 3\n\nText of 3\n\n',
    ]);
    await expect(
      all(
        documentText(
          damaged(() => true),
          {},
        ),
      ),
    ).rejects.toThrow('1 is damaged.');
    await expect(
      all(
        documentText(
          damaged((number) => number === 2),
          { pages: '2' },
        ),
      ),
    ).rejects.toThrow();
  });

  it('is cut where the time limit was reached', async () => {
    const file = new URL('../../../fixtures/documents/pdf/pdfkit-forty-pages.pdf', import.meta.url);
    const read = (readMs: number) =>
      readDocument(new Uint8Array(readFileSync(file)), { name: 'forty.pdf', readMs });
    const { isCut, markdown } = await read(0);
    expect(isCut).toBe(true);
    expect(markdown).toContain("Continue with pages '2-'");
    expect((await read(60_000)).isCut).toBe(false);
  });
});
