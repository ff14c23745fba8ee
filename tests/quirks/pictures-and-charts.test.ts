/** What public reports say of pictures and charts. What needs a browser's codec is in `tests/e2e/engine/images.spec.ts`. */
import { expect, it } from 'vitest';
import { layOut } from '#workers/images/edits.ts';
import { exifForEdited } from '#workers/images/exif.ts';
import { readPictureInfo } from '#workers/images/picture-info.ts';
import { stripMetadata } from '#workers/images/strip-metadata.ts';
import { checkFields, checkSpec } from '#workers/tools/media/make-chart/check-spec.ts';
import { makeExif, makeJpeg, makePngBomb, secrets } from '#tests/fixtures/pictures/make-pictures.ts';

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');
const infoOf = (bytes: Uint8Array) => readPictureInfo(bytes) ?? expect.fail('It is no picture.');

it.each<[source: string, check: () => void]>([
  [
    'lovell/sharp#1784: a picture whose metadata was removed lies on its side',
    () => {
      const turned = makeJpeg({ exif: makeExif({ orientation: 6 }) });
      expect(infoOf(stripMetadata(turned, infoOf(turned))).orientation).toBe(6);
    },
  ],
  [
    'SimpleMobileTools/Simple-Gallery#2840: the preview still shows the picture before its crop',
    () => expect(text(exifForEdited(makeExif(), { width: 1, height: 1 }))).not.toContain(secrets.preview),
  ],
  [
    'own-pay/OwnPay#231: a picture that needs no new size keeps the place where it was taken',
    () => expect(infoOf(stripMetadata(makeJpeg(), infoOf(makeJpeg()))).place).toBeUndefined(),
  ],
  [
    'elizaOS/eliza#22306: a few bytes claim billions of pixels',
    () => expect(infoOf(makePngBomb())).toMatchObject({ width: 60_000, height: 60_000 }),
  ],
  [
    'own: a picture that was to become smaller becomes larger',
    () => expect(layOut({ width: 10, height: 10 }, { width: 800 }).canvas).toEqual({ width: 10, height: 10 }),
  ],
  [
    'vega/vega-lite#3576: a misspelled column gives an empty chart',
    () =>
      expect(() =>
        checkFields({ mark: 'bar', encoding: { x: { field: 'Date' } } }, new Set(['date'])),
      ).toThrow("encoding.x.field: there is no column 'Date'"),
  ],
  [
    'livebook-dev/livebook#361: a misspelled type gives an empty chart',
    () =>
      expect(() => checkSpec({ mark: 'bar', encoding: { x: { field: 'a', type: 'quantitive' } } })).toThrow(
        'encoding.x.type',
      ),
  ],
])('%s', (_, check) => check());
