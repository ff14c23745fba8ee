/**
 * How much of an attached file is sent to a model as text: only short text, whatever the file's name claims.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAttachedText } from '#shared/conversation/attached-text.ts';
import * as limits from '#shared/limits.ts';

describe('readAttachedText', () => {
  it('reads any text without a NUL as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'));
        expect(await readAttachedText(new Blob([text], { type: 'application/pdf' }))).toBe(text);
      }),
    );
  });

  it('ignores bytes that are not text', async () => {
    expect(await readAttachedText(new Blob([new Uint8Array([0x25, 0x50, 0xff, 0xfe])]))).toBeUndefined();
    expect(await readAttachedText(new Blob(['a\0b'], { type: 'text/plain' }))).toBeUndefined();
  });

  it('ignores text that is too long', async () => {
    const longest = 'a'.repeat(limits.attachedTextBytes);
    expect(await readAttachedText(new Blob([longest]))).toBe(longest);
    expect(await readAttachedText(new Blob([`${longest}a`]))).toBeUndefined();
  });
});
