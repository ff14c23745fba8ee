import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { pictureTypeIn, pictureTypeOf } from '#shared/images/picture-type.ts';
import { imageOf } from '#workers/providers/call-results.ts';

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((each) => (typeof each === 'string' ? Array.from(each, (c) => c.charCodeAt(0)) : [each])),
  );

const pictures: [string | undefined, Uint8Array<ArrayBuffer>][] = [
  ['image/png', bytes(0x89, 'PNG\r\n\x1a\n', 0, 0, 0, 13)],
  ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0, 'JFIF')],
  ['image/gif', bytes('GIF89a', 1, 0, 1, 0, 0, 0)],
  ['image/webp', bytes('RIFF', 9, 0, 0, 0, 'WEBPVP8 ')],
  [undefined, bytes('RIFF', 9, 0, 0, 0, 'WAVEfmt ')],
  [undefined, bytes(0, 0, 0, 24, 'ftypheic')],
  [undefined, bytes('<html>error</html>')],
  [undefined, bytes(0x89, 'PNG')],
  [undefined, bytes()],
];

describe('the type of a picture', () => {
  it.each(pictures)('is %s by its first bytes', async (type, data) => {
    expect(await pictureTypeOf(new Blob([data], { type: 'image/png' }))).toBe(type);
    expect(pictureTypeIn(btoa(String.fromCharCode(...data)))).toBe(type);
  });

  it('is what a model is sent, whatever was stored (claude-code#35234, jcode#465)', () => {
    const blob = asId<'blob'>('b');
    const block = { type: 'image' as const, media_type: 'image/png', blob, bytes: 4 };
    expect(imageOf(block, new Map([[blob, '/9j/4A==']]))).toEqual({
      mediaType: 'image/jpeg',
      data: '/9j/4A==',
    });
    expect(imageOf(block, new Map([[blob, btoa('<html>')]]))).toBeUndefined();
  });
});
