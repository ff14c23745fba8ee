/** Text that can hold any bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bytesOfText,
  encodeText,
  joined,
  textOf,
  textOfByte,
  textOfBytes,
} from '#workers/text/encoding/byte-text.ts';
import { bytesOfLatin1, latin1Of } from '#workers/text/encoding/latin1.ts';

it('loses no bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = textOf(bytes);
      expect([...encodeText(text)]).toEqual([...bytes]);
      expect(bytesOfText(textOfBytes(latin1Of(bytes)))).toBe(latin1Of(bytes));
    }),
    { numRuns: 2000 },
  );
});

it('is the text itself where that is UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const bytes = new TextEncoder().encode(text);
      expect(textOf(bytes)).toBe(text);
      expect(bytesOfLatin1(bytesOfText(text))).toEqual(bytes);
    }),
  );
});

it('keeps the characters between bytes that are not UTF-8', () => {
  expect(textOf(Uint8Array.from([0x61, 0xff, 0xc3, 0xa9, 0xc3]))).toBe('a\udcffé\udcc3');
  // Surrogates, overlong forms and characters above U+10FFFF are no valid UTF-8.
  expect(textOf(Uint8Array.from([0xed, 0xa0, 0x80, 0xc0, 0x80]))).toBe('\udced\udca0\udc80\udcc0\udc80');
  expect(textOf(Uint8Array.from([0xf4, 0x90, 0x80, 0x80, 0xef, 0xbb, 0xbf]))).toBe(
    '\udcf4\udc90\udc80\udc80\ufeff',
  );
});

it('keeps characters that contain a surrogate of the escapes', () => {
  expect(bytesOfLatin1(bytesOfText('🂀\udc80'))).toEqual(Uint8Array.from([0xf0, 0x9f, 0x82, 0x80, 0x80]));
});

it('makes characters of single bytes side by side', () => {
  expect(joined(textOfByte(0xc3) + textOfByte(0xa9) + textOfByte(0x41) + textOfByte(0xa9))).toBe('éA\udca9');
});
