/** Lines of a width: broken between words, and within a word only where it is wider than a line. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapText } from '#workers/images/wrap-text.ts';

const wrap = (text: string, width: number) => wrapText(text, width, (line) => line.length);

it.each([
  ['short', 10, ['short']],
  ['two words', 9, ['two words']],
  ['a caption of many words', 9, ['a caption', 'of many', 'words']],
  ['one\n\ntwo words', 4, ['one', '', 'two', 'word', 's']],
  ['Donaudampfschiff ahoi', 8, ['Donaudam', 'pfschiff', 'ahoi']],
  ['長い日本語の文', 3, ['長い日', '本語の', '文']],
  ['e\u0301e\u0301', 2, ['e\u0301', 'e\u0301']],
])('%j in %i', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));

it('loses no letter, and no line is too wide', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n') }),
      fc.integer({ min: 1, max: 9 }),
      (text, width) => {
        const lines = wrap(text, width);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        for (const line of lines.filter((each) => each.trim() !== ''))
          expect(line.length).toBeLessThanOrEqual(width);
      },
    ),
  );
});
