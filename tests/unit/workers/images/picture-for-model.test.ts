/** No model learns from a picture where and when it was taken. */
import { expect, it } from 'vitest';
import { pictureForModel } from '#workers/images/picture-for-model.ts';
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
