/** What is read of a picture without decoding it, also where it is cut off, lies or is hostile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPictureInfo } from '#workers/images/picture-info.ts';
import { profileName } from '#workers/images/formats/bytes.ts';
import {
  makeExif,
  makeGif,
  makeHeic,
  makeJpeg,
  makePng,
  makePngBomb,
  makeWebp,
  pngChunk,
} from '#tests/fixtures/pictures/make-pictures.ts';

const taken = {
  taken: '2024-05-01 10:20:30',
  camera: 'SecretCam 9',
  place: { latitude: 52.52, longitude: 13.405 },
};

describe('a picture with metadata', () => {
  it.each([
    ['JPEG', makeJpeg(), { format: 'jpeg', width: 40, height: 30, bits: 8, isCmyk: false }],
    ['WebP', makeWebp(), { format: 'webp', width: 40, height: 30, isAnimated: false }],
    ['PNG', makePng({ extra: [pngChunk('eXIf', makeExif())] }), { format: 'png', width: 4, height: 3 }],
  ])('%s: size, date, camera and place', (_, bytes, facts) =>
    expect(readPictureInfo(bytes)).toMatchObject({ ...facts, ...taken, orientation: 1 }),
  );

  it('HEIC: the size of the whole, turned as its box says, not once more as its EXIF data says', () => {
    expect(readPictureInfo(makeHeic())).toMatchObject({
      ...{ format: 'heic', width: 3024, height: 4032, orientation: 1 },
      ...taken,
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is measured upright with orientation %i', (orientation) => {
    const info = readPictureInfo(makeJpeg({ exif: makeExif({ orientation }) }));
    const upright = orientation > 4 ? { width: 30, height: 40 } : { width: 40, height: 30 };
    expect(info).toMatchObject({ ...upright, orientation });
  });

  it('with an orientation that does not exist is upright', () => {
    expect(readPictureInfo(makeJpeg({ exif: makeExif({ orientation: 9 }) }))).toMatchObject({
      orientation: 1,
    });
  });
});

describe('what an edit would lose', () => {
  it.each([
    ['an animated GIF', makeGif(), { format: 'gif', isAnimated: true }],
    ['an animated WebP', makeWebp({ isAnimated: true }), { isAnimated: true }],
    ['an animated PNG', makePng({ extra: [pngChunk('acTL', new Uint8Array(8))] }), { isAnimated: true }],
    ['16 bits a channel', makePng({ bits: 16 }), { bits: 16, hasAlpha: false }],
    ['transparency', makePng({ colours: 6 }), { hasAlpha: true }],
    ['CMYK', makeJpeg({ components: 4 }), { isCmyk: true }],
    [
      'a colour profile',
      makePng({ extra: [pngChunk('iCCP', Uint8Array.from(Buffer.from('Display P3\0\0x', 'latin1')))] }),
      { profile: 'Display P3' },
    ],
  ])('is known before it: %s', (_, bytes, facts) => expect(readPictureInfo(bytes)).toMatchObject(facts));

  it('reads the name of a profile in both of its forms', () => {
    const icc = (start: number, tag: Buffer) => {
      const bytes = Buffer.alloc(200);
      bytes.writeUInt32BE(1, 128);
      bytes.write('desc', 132, 'latin1');
      bytes.writeUInt32BE(start, 136);
      tag.copy(bytes, start);
      return Uint8Array.from(bytes);
    };
    const old = Buffer.from('desc\0\0\0\0\0\0\0\x0bAdobe RGB\0', 'latin1');
    const many = Buffer.concat([
      Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\x14\0\0\0\x1c', 'latin1'),
      Buffer.from('Display P3', 'utf16le').swap16(),
    ]);
    expect(profileName(icc(144, old))).toBe('Adobe RGB');
    expect(profileName(icc(144, many))).toBe('Display P3');
    expect(profileName(new Uint8Array(10))).toBeUndefined();
  });
});

describe('a hostile file', () => {
  it('says its size before anything is decoded', () => {
    expect(makePngBomb().length).toBeLessThan(100);
    expect(readPictureInfo(makePngBomb())).toMatchObject({ width: 60_000, height: 60_000 });
  });

  it.each([
    ['a text', Uint8Array.from(Buffer.from('hello'))],
    ['nothing', new Uint8Array(0)],
    ['a PNG without a size', makePng({ width: 0 })],
    [
      'EXIF data that points to itself',
      makeJpeg({
        exif: Uint8Array.from(
          Buffer.from('MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08\0\0\0\x08', 'latin1'),
        ),
      }),
    ],
  ])('does not stop the reader: %s', (_, bytes) => {
    const info = readPictureInfo(bytes);
    expect(info?.taken).toBeUndefined();
  });

  it('never throws and never hangs, cut anywhere and changed anywhere', () => {
    const samples = [
      makeJpeg(),
      makePng({ extra: [pngChunk('eXIf', makeExif())] }),
      makeWebp(),
      makeGif(),
      makeHeic(),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.nat(2_000),
        fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 }),
        (sample, length, changes) => {
          const bytes = sample.slice(0, Math.max(12, length));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          readPictureInfo(bytes);
        },
      ),
      { numRuns: 3_000, seed: 20_261_127 },
    );
  });
});
