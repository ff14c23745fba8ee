import { describe, expect, it } from 'vitest';
import { shorten, sliceGraphemes } from '#shared/shorten.ts';

describe('shorten', () => {
  it('returns a text that fits as it is', () => {
    expect(shorten('', 3)).toBe('');
    expect(shorten('abc', 3)).toBe('abc');
  });

  it('cuts to the length, the mark included', () => {
    expect(shorten('abcd', 3)).toBe('ab…');
    expect(shorten('abcdefgh', 6, ' [cut]')).toBe(' [cut]');
    expect(shorten('abcd', 3, '')).toBe('abc');
  });

  it.each([
    ['a surrogate pair', 'ab😀cd', 4, 'ab…'],
    ['a combining accent', 'abe\u0301cd', 4, 'ab…'],
    ['a joined emoji', 'ab👨‍👩‍👧cd', 8, 'ab…'],
    ['a skin tone', 'ab👍🏽cd', 5, 'ab…'],
    ['a flag', 'ab🇨🇭cd', 5, 'ab…'],
    ['a line break of two characters', 'ab\r\ncd', 4, 'ab…'],
  ])('does not cut inside %s', (_, text, most, expected) => {
    expect(shorten(text, most)).toBe(expected);
  });

  it('cuts beyond the first characters in the same way', () => {
    const long = 'x'.repeat(500);
    expect(shorten(`${long}👨‍👩‍👧 and more`, 505)).toBe(`${long}…`);
  });

  it('replaces a lone surrogate', () => {
    expect(shorten('ab\ud83d', 9)).toBe('ab\ufffd');
  });

  it('cuts an endless grapheme, so that a part of it is left', () => {
    const piled = `x${'\u0301'.repeat(1_000)}`;
    expect(shorten(piled, 500)).toHaveLength(500);
  });
});

describe('sliceGraphemes', () => {
  it.each([
    ['plain text', 'abcdef', 1, 4, 'bcd'],
    ['an emoji at the beginning', 'a😀bcd', 2, 5, 'bc'],
    ['an emoji at the end', 'abc😀d', 1, 4, 'bc'],
    ['a joined emoji on both sides', '👨‍👩‍👧ab👨‍👩‍👧', 3, 13, 'ab'],
    ['a line break at the beginning', 'a\r\nb', 2, 4, 'b'],
    ['whole emoji', 'a😀😀b', 1, 5, '😀😀'],
    ['the inside of one emoji', 'a👨‍👩‍👧b', 3, 6, ''],
    ['the whole text', 'a😀', 0, 3, 'a😀'],
  ])('leaves out what is cut of %s', (_, text, start, end, expected) => {
    expect(sliceGraphemes(text, start, end)).toBe(expected);
  });

  it('takes the rest without an end', () => {
    expect(sliceGraphemes('a😀bc', 2)).toBe('bc');
    expect(sliceGraphemes('abc', 3)).toBe('');
  });
});
