/** What would take a browser seconds to lay out is shortened; all other text stays as it is. */
import { describe, expect, it } from 'vitest';
import { calmText } from '#src/state/files/calm-text.ts';

const mark = '\u0301';

describe('a text', () => {
  it.each([
    ['', 'nothing'],
    ['a'.repeat(200_000), 'a long line'],
    ['x\n'.repeat(100_000), 'many lines'],
    ['שלום (עולם) '.repeat(800), 'a paragraph from right to left'],
    [`e${mark.repeat(16)}`, 'a letter with many marks'],
    ['กี่ที่นี้เพื่อน'.repeat(1_000), 'Thai'],
    ['👩‍👩‍👧‍👦'.repeat(1_000), 'families'],
    ['नमस्ते क्षत्रिय '.repeat(1_000), 'Hindi'],
  ])('stays as it is: %#, %s', (text) => {
    expect(calmText(text)).toBe(text);
  });

  it('keeps sixteen marks of a letter, and all letters', () => {
    expect(calmText(`a${mark.repeat(100_000)}b`)).toBe(`a${mark.repeat(16)}b`);
    expect(calmText(`a${mark.repeat(1_000)}`.repeat(200))).toHaveLength(200 * 17);
  });

  it.each(['א(', '\u202ea\u202cb', '\u2067a\u2069b', 'abc אבג 123 (def) '])(
    'keeps the beginning of a long line of %j',
    (part) => {
      const line = part.repeat(500_000 / part.length);
      const [one, long = '', three] = calmText(`one\n${line}\nthree`).split('\n');
      expect([one, three]).toEqual(['one', 'three']);
      expect(long.length).toBeGreaterThan(9_900);
      expect(long.length).toBeLessThanOrEqual(10_000);
      expect(line.startsWith(long.slice(0, -1))).toBe(true);
    },
  );

  it('keeps the beginning of a very long line', () => {
    expect(calmText('a'.repeat(1_000_000))).toBe(`${'a'.repeat(199_999)}…`);
  });

  it('joins no more signs than a family has', () => {
    expect(calmText('👩‍'.repeat(60_000)).length).toBeLessThan(60_000);
  });
});
