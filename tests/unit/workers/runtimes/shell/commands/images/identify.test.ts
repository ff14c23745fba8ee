/** What `identify` says of photos: date and place, and of each file although another is missing. */
import { expect, it } from 'vitest';
import { makeExif, makeJpeg, makePng } from '#tests/fixtures/pictures/make-pictures.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const blob = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)]);
const open = async () =>
  (await openShell({ 'a.jpg': blob(makeJpeg({ exif: makeExif() })), 'b.png': blob(makePng()), 'c.txt': 'c' }))
    .raw;

it('gives the place by -format, and nothing where there is none', async () => {
  const raw = await open();
  const format = '%f|%[EXIF:GPSLatitude]|%[exif:GPSLongitude]|%[EXIF:Model]\\n';
  expect(await raw(`identify -format '${format}' a.jpg b.png`)).toMatchObject({
    ...{ exitCode: 0, stdout: 'a.jpg|52.520000|13.405000|SecretCam 9\nb.png|||\n' },
  });
});

it('lists date, camera and place with -verbose', async () => {
  const raw = await open();
  const { stdout } = await raw('identify -verbose a.jpg');
  expect(stdout).toMatch(/^a\.jpg JPEG 40x30/);
  expect(stdout).toContain('exif:DateTimeOriginal: 2024-05-01 10:20:30');
  expect(stdout).toContain('exif:GPSLatitude: 52.520000');
  expect((await raw('identify -verbose b.png')).stdout).not.toContain('GPS');
});

it('describes the other files where one is missing or no picture, and names it', async () => {
  const { stdout, stderr, exitCode } = await (await open())('identify a.jpg none.jpg c.txt b.png');
  expect(stdout).toMatch(/^a\.jpg JPEG .*\nb\.png PNG .*\n$/);
  expect(stderr).toBe(
    'identify: none.jpg: No such file or directory\nidentify: c.txt: no picture, or a damaged one\n',
  );
  expect(exitCode).toBe(1);
});

it('names the escapes that there are', async () => {
  const { stderr } = await (await open())("identify -format '%[EXIF:Flash]' a.jpg");
  expect(stderr).toMatch(/unknown escape '%\[EXIF:Flash\]' in -format\. There are %w .*GPSLatitude/);
});
