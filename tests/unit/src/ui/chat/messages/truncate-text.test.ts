/** How much of a user's long text is rendered before the rest is requested. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateText } from '#src/ui/chat/messages/truncate-text.ts';

describe('what is drawn of a text of the user', () => {
  it('is all of a normal text, and of a slightly longer one', () => {
    const letter = 'A line of a letter.\n'.repeat(70);
    expect(truncateText(letter)).toBe(letter);
    const longer = 'word '.repeat(850);
    expect(truncateText(longer)).toBe(longer);
  });

  it('ends at a line or a word, within 4,000 characters and 80 lines', () => {
    expect(truncateText('word '.repeat(40_000))).toBe('word '.repeat(800));
    expect(truncateText(`${'word '.repeat(50)}\n`.repeat(100))).toBe(`${'word '.repeat(50)}\n`.repeat(15));
    expect(truncateText('a\n'.repeat(10_000))).toBe('a\n'.repeat(80));
    expect(truncateText('a'.repeat(200_000))).toBe('a'.repeat(4_000));
  });

  it('is a prefix within the limit, and does not split a character', () => {
    const part = fc.oneof(fc.constantFrom('\n', ' ', '😀', 'ü', 'word'), fc.string({ unit: 'grapheme' }));
    const text = fc.array(part, { maxLength: 3_000 }).map((parts) => parts.join('').repeat(3));
    fc.assert(
      fc.property(text, (text) => {
        const first = truncateText(text);
        expect(text.startsWith(first)).toBe(true);
        expect(first.length).toBeLessThanOrEqual(4_500);
        expect(first.split('\n').length).toBeLessThanOrEqual(81);
        expect(first.isWellFormed()).toBe(text.isWellFormed());
        if (text !== '') expect(first).not.toBe('');
      }),
      { numRuns: 200 },
    );
  });
});
