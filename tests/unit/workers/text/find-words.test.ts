/** A search ignores case, accents and width, and marks exactly the found words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, unfoldRanges } from '#workers/text/fold-text.ts';
import { foldWords, hasWords, snippetOf } from '#workers/text/find-words.ts';

const marked = (text: string, query: string) =>
  snippetOf(text, foldWords(query)).map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part));

describe('foldWords', () => {
  it('takes at most 50 words of the first 1,000 characters, however much was pasted', () => {
    const pasted = Array.from({ length: 200_000 }, (_, at) => `w${at}`).join(' ');
    expect(foldWords(pasted)).toHaveLength(50);
    expect(foldWords('x'.repeat(2_000))).toEqual(['x'.repeat(1_000)]);
  });
});

describe('foldText', () => {
  it.each([
    ['Café', 'cafe'],
    ['Straße', 'STRASSE'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁle', 'FILE'],
    ['ＡＢＣ', 'abc'],
    ['İstanbul', 'istanbul'],
    ['Ελλάδα', 'ελλαδα'],
    ['e\u0301tude', 'étude'],
  ])('takes %s and %s for the same', (one, other) => expect(foldText(one)).toBe(foldText(other)));

  it('keeps vowel signs and voiced marks, which make other words', () => {
    expect(foldText('की')).not.toBe(foldText('का'));
    expect(foldText('が')).not.toBe(foldText('か'));
  });

  it('is as long as its letters folded one by one, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const lengths = Array.from(text).map((letter) => foldText(letter).length);
        expect(foldText(text).length).toBe(lengths.reduce((sum, length) => sum + length, 0));
      }),
    );
  });
});

describe('unfoldRanges', () => {
  it('gives back the letters that a range was folded from', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string(),
        (before, middle, after) => {
          const start = foldText(before).length;
          const end = start + foldText(middle).length;
          if (start === end) return;
          const [range = [0, 0]] = unfoldRanges(before + middle + after, [[start, end]]);
          expect(foldText((before + middle + after).slice(...range))).toBe(
            foldText(before + middle + after).slice(start, end),
          );
        },
      ),
    );
  });
});

describe('hasWords', () => {
  it('wants every word, in any order', () => {
    expect(hasWords('The cat sat', foldWords('SAT cat'))).toBe(true);
    expect(hasWords('The cat sat', foldWords('cat dog'))).toBe(false);
  });

  it('finds whatever stands in a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (word, before, after) => {
        expect(hasWords(`${before} ${word} ${after}`, foldWords(word))).toBe(true);
      }),
    );
  });
});

describe('snippetOf', () => {
  it('marks the letters as they were written', () => {
    expect(marked('Un café, s’il vous plaît', 'CAFE plait')).toEqual([
      'Un ',
      '[café]',
      ', s’il vous ',
      '[plaît]',
    ]);
  });

  it('cuts around the first place, and says so', () => {
    const pieces = marked(`${'a '.repeat(200)}needle${' b'.repeat(200)}`, 'needle');
    expect(pieces[0]).toBe('…');
    expect(pieces).toContain('[needle]');
    expect(pieces.at(-1)).toBe('…');
    expect(pieces.join('').length).toBeLessThan(200);
  });

  it('goes where the words stand together', () => {
    expect(marked(`red ${'x'.repeat(300)} a red car`, 'red car').join('')).toContain('[red] [car]');
  });

  it('never fails, marks only matches, and shows nothing that is not there', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(hostile, hostile, (text, query) => {
        const words = foldWords(query);
        const pieces = snippetOf(text, words);
        expect(pieces.every(({ text: part }) => part.isWellFormed())).toBe(true);
        expect(pieces.map(({ text: part }) => part).join('').length).toBeLessThan(text.length + 400);
      }),
    );
  });
});
