/** The rules for titles and names: one line, without hidden and bidirectional control characters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeInvisibleLines, foldGaps, visibleName } from '#shared/invisible.ts';

/** Bidirectional embeddings, overrides, isolates and marks. */
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe('visibleName', () => {
  it.each([
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u2067Every\u200bday\u2069', 'Everyday'],
    ['two\n lines\tand \u2028more', 'two lines and more'],
    ['\u202e\u2066', ''],
    ['zero\0width\u00ad', 'zerowidth'],
  ])('of %j is %j', (name, shown) => expect(visibleName(name)).toBe(shown));

  it.each(['Grüße', '日本語', 'مرحبا', 'می‌خواهم', '👩🏽‍💻 notes', '❤️ list', 'क्‍ष', '🏳️‍🌈'])(
    'leaves %s as it is',
    (name) => expect(visibleName(name)).toBe(name),
  );

  it('removes everything that reorders, hides or breaks a line, and is idempotent', () => {
    const letter = fc.constantFrom(
      ...Array.from('aß👍 \n\u202e\u2066\u200b\u200d\ufe0f\u00ad\u{e0041}\ud800'),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: letter })), (name) => {
        const shown = visibleName(name);
        expect(shown).not.toMatch(bidirectional);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u{e0000}-\u{e007f}]/u);
        expect(visibleName(shown)).toBe(shown);
      }),
    );
  });
});

describe('empty lines in a text that the user decides on', () => {
  it('are shown as their number, so that nothing is out of sight below them', () => {
    expect(foldGaps(`ls${'\n'.repeat(99)}rm -r x`)).toBe('ls\n↵ × 98\nrm -r x');
    expect(foldGaps('ls\n \t\n\u00a0\n\u3000\nrm')).toBe('ls\n↵ × 3\nrm');
    expect(escapeInvisibleLines(`ls${'\n\r'.repeat(9)}\nrm`)).toBe('ls\n↵ × 9\nrm');
  });

  it('stay if they are few', () => expect(foldGaps('a\n\n\nb\n\n  c')).toBe('a\n\n\nb\n\n  c'));
});
