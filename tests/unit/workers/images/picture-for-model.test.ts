/** No model learns from a picture where and when it was taken. */
import { expect, it } from 'vitest';
import { pictureForModel, sizeWords } from '#workers/images/picture-for-model.ts';
import {
  makeExif,
  makeGif,
  makeJpeg,
  makePng,
  pngChunk,
  secrets,
} from '#tests/fixtures/pictures/make-pictures.ts';

const exif = makeExif({ orientation: 1 });
const latin1 = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('latin1');

it.each([
  ['image/jpeg', makeJpeg({ exif })],
  ['image/png', makePng({ extra: [pngChunk('eXIf', exif)] })],
])('%s goes without its metadata', async (type, bytes) => {
  const given = new File([bytes], 'photo', { type });
  expect(Object.values(secrets).some((word) => Buffer.from(bytes).toString('latin1').includes(word))).toBe(
    true,
  );
  const sent = await pictureForModel(given);
  expect(sent.type).toBe(type);
  const text = await latin1(sent);
  expect(Object.values(secrets).filter((word) => text.includes(word))).toEqual([]);
});

it('is the file itself where nothing can be removed', async () => {
  const given = new File([makeGif()], 'a.gif', { type: 'image/gif' });
  expect(await latin1(await pictureForModel(given))).toBe(await latin1(given));
});

it.each<[string, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, string]>([
  [
    'scaled',
    makePng({ width: 4000, height: 3000, rows: new Uint8Array(9) }),
    makeJpeg(),
    '4000 x 3000 pixels, shown at 40 x 30',
  ],
  ['turned', makeJpeg({ exif: makeExif({ orientation: 6 }) }), makeGif(), '30 x 40 pixels, shown at 1 x 1'],
  ['as it is', makeJpeg(), makePng({ width: 40, height: 30 }), '40 x 30 pixels'],
  ['of no known format', new Uint8Array(4), makeJpeg(), ''],
])('says the size of a picture that is %s', async (_, file, shown, words) =>
  expect(await sizeWords(new Blob([file]), new Blob([shown]))).toBe(words),
);
