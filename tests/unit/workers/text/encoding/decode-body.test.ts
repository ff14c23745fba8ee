import { describe, expect, it } from 'vitest';
import { decodeBody, isHtml } from '#workers/text/encoding/decode-body.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the text of a body', () => {
  it.each([
    ['the header', 'caf\xe9', 'text/plain; charset=ISO-8859-1', 'café'],
    ['a quoted header', '\x93\xfa\x96\x7b', 'text/html; charset="shift_jis"', '日本'],
    ['the page', '<meta charset=windows-1251>\xcc\xe8\xf0', 'text/html', '<meta charset=windows-1251>Мир'],
    [
      'the older form in the page',
      '<META http-equiv=Content-Type content="text/html; charset=gb2312">\xd6\xd0',
      'text/html',
      '<META http-equiv=Content-Type content="text/html; charset=gb2312">中',
    ],
    ['a mark in front, against the header', '\xef\xbb\xbf\xc3\xa9', 'text/html; charset=latin1', 'é'],
    ['nobody', '\xc3\xa9', 'text/html', 'é'],
    ['a name that does not exist', '\xc3\xa9', 'text/html; charset=klingon', 'é'],
  ])('is read in the character set named by %s', (_, body, type, text) => {
    expect(decodeBody(bytes(body), type, false)).toBe(text);
  });

  it('takes the word of a page only where it is one', () => {
    expect(decodeBody(bytes('{"<meta charset=latin1>": "\xc3\xa9"}'), 'application/json', false)).toContain(
      'é',
    );
  });

  it('leaves half a character out where it was cut', () => {
    expect(decodeBody(bytes('a\xf0\x9f\x98'), 'text/plain', true)).toBe('a');
  });
});

describe('what counts as HTML', () => {
  it.each([
    ['text/html; charset=utf-8', 'x', true],
    ['application/xhtml+xml', 'x', true],
    ['application/json', '<!doctype html>', false],
    ['', '\n<!DOCTYPE html><p>', true],
    ['', 'plain', false],
  ])('%s, %s: %s', (type, body, expected) => {
    expect(isHtml(type, bytes(body))).toBe(expected);
  });
});
