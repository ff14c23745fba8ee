/** The text that is read aloud: without Markdown, in pieces short enough for speech engines. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenPieces } from '#src/ui/markdown/spoken-text.ts';

describe('spokenPieces', () => {
  it.each([
    ['# A **title**', ['A title']],
    ['See [the page](https://example.com/long?a=b) or `npm start`.', ['See the page or npm start.']],
    ['- one\n- two\n  - three', ['one', 'two', 'three']],
    ['| a | b |\n|---|---|\n| 1 | 2 |', ['a, b', '1, 2']],
    ['> said &amp; done', ['said & done']],
    ['Before\n\n```js\nlet x;\n```\n\nafter $x^2$ it', ['Before', 'after it']],
    ['---\n\n***', []],
    ['<b>markup</b>\n\n![a cat](https://example.com/cat.png)', ['markup', 'a cat']],
  ])('says %j as %j', async (text, pieces) => expect(await spokenPieces(text)).toEqual(pieces));

  it('cuts between sentences, and loses none', async () => {
    const sentences = Array.from({ length: 30 }, (_, at) => `This is sentence number ${at}.`);
    const pieces = await spokenPieces(sentences.join(' '));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every((piece) => piece.length <= 220)).toBe(true);
    expect(pieces.join(' ')).toBe(sentences.join(' '));
  });

  it('ends with the budget of a message', async () => {
    let clock = 0;
    // Each reading of the clock is 10 ms later.
    const pieces = await spokenPieces('A sentence.\n\n'.repeat(20_000), () => (clock += 10));
    expect(pieces.length).toBeGreaterThan(10);
    expect(clock).toBeLessThan(2_000);
  });

  it('can read any text aloud', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        expect((await spokenPieces(text)).every((piece) => piece.trim() === piece && piece !== '')).toBe(
          true,
        );
      }),
    );
  });
});
