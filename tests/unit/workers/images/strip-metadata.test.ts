/** Metadata is removed without touching a pixel, and kept data does not show the picture before its edit. */
import { describe, expect, it } from 'vitest';
import { exifForEdited, readExif } from '#workers/images/exif.ts';
import { withExif } from '#workers/images/formats/jpeg.ts';
import { webpWithExif } from '#workers/images/formats/webp.ts';
import { readPictureInfo } from '#workers/images/picture-info.ts';
import { stripMetadata } from '#workers/images/strip-metadata.ts';
import {
  makeExif,
  makeGif,
  makeJpeg,
  makePng,
  makeWebp,
  pngChunk,
  secrets,
} from '#tests/fixtures/pictures/make-pictures.ts';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const private_ = [...Object.values(secrets), '2024:05:01', 'Berlin', 'a comment', 'a video', 'a text'];

const text = pngChunk('tEXt', Uint8Array.from(Buffer.from('Author\0a text')));
const turned = makeExif({ orientation: 6 });
const samples: [string, Uint8Array<ArrayBuffer>][] = [
  ['jpeg', makeJpeg({ exif: turned })],
  ['png', makePng({ extra: [pngChunk('eXIf', turned), text] })],
  ['webp', makeWebp({ exif: turned })],
];

function strip(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const info = readPictureInfo(bytes) ?? expect.fail('It is no picture.');
  return stripMetadata(bytes, info);
}

describe.each(samples)('%s', (format, bytes) => {
  it('loses what is private, and what follows its end', () => {
    expect(private_.filter((word) => latin1(bytes).includes(word)).length).toBeGreaterThan(3);
    expect(private_.filter((word) => latin1(strip(bytes)).includes(word))).toEqual([]);
  });

  it('keeps its pixels, its size and its orientation', () => {
    const before = readPictureInfo(bytes);
    const after = readPictureInfo(strip(bytes));
    expect(after).toMatchObject({ format, width: before?.width, height: before?.height, orientation: 6 });
    expect(after?.place).toBeUndefined();
    const pixels = { jpeg: '\x01\x02\xff\0\x03\xff\xd0\x04', png: 'IDAT', webp: 'VP8 ' }[format] ?? '';
    expect(latin1(strip(bytes))).toContain(pixels);
  });

  it('stays as it is the second time', () => {
    expect(strip(strip(bytes))).toEqual(strip(bytes));
  });
});

it('keeps the colour profile of a JPEG, which changes how it looks', () => {
  expect(latin1(strip(makeJpeg()))).toContain('ICC_PROFILE');
});

it('writes checksums that decoders accept', () => {
  const made = latin1(strip(makePng({ extra: [pngChunk('eXIf', turned)] })));
  const at = made.indexOf('eXIf');
  const exif = Uint8Array.from(Buffer.from(made.slice(at + 4, at + 30), 'latin1'));
  expect(made.slice(at - 4, at + 34)).toBe(latin1(pngChunk('eXIf', exif)));
});

it('is refused for a format that would have to be decoded', () => {
  expect(() => strip(makeGif())).toThrow(/give a format to convert this GIF/);
});

describe('kept EXIF data', () => {
  const kept = exifForEdited(turned, { width: 800, height: 600 }) ?? expect.fail('It was lost.');

  it('keeps date, camera and place, is upright, and has the new size', () => {
    expect(readExif(kept)).toEqual({ ...readExif(turned), orientation: 1 });
    expect(latin1(kept)).toContain('\0\0\x03\x20');
  });

  // SimpleMobileTools/Simple-Gallery#2840
  it('has neither the preview of the uncropped picture nor the maker’s data', () => {
    expect(latin1(kept)).not.toContain(secrets.preview);
    expect(latin1(kept)).not.toContain(secrets.note);
    expect(latin1(turned)).toContain(secrets.preview);
  });

  it('goes into a JPEG and a WebP, where it is found again', () => {
    const bare = strip(makeJpeg());
    expect(readPictureInfo(withExif(bare, kept))).toMatchObject({ taken: '2024-05-01 10:20:30' });
    const simple = makeWebp().slice();
    const plain = webpWithExif(simple, kept, { width: 40, height: 30, hasAlpha: false });
    expect(readPictureInfo(plain)).toMatchObject({ width: 40, height: 30, taken: '2024-05-01 10:20:30' });
  });

  it('that is damaged is left out', () => {
    expect(exifForEdited(new Uint8Array(40), { width: 1, height: 1 })).toBeUndefined();
  });
});
