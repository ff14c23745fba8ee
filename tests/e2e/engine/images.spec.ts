/** `edit_image` in the built app: real codecs, real files of the workspace, hostile and unusual pictures. */
import type { Page } from '@playwright/test';
import type { JsonObject } from '#shared/json.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { cmykRed } from '#tests/fixtures/pictures/cmyk-red.jpg.ts';
import {
  makeExif,
  makeGif,
  makeHeic,
  makePng,
  makePngBomb,
  pngChunk,
  secrets,
} from '#tests/fixtures/pictures/make-pictures.ts';
import { withExif } from '#workers/images/formats/jpeg.ts';
import { stripPng } from '#workers/images/formats/png.ts';
import { webpWithExif } from '#workers/images/formats/webp.ts';
import { stripMetadata } from '#workers/images/strip-metadata.ts';
import { readPictureInfo } from '#workers/images/picture-info.ts';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Values = JsonObject;

/** As text, because the type of JSON is too deep for Playwright's types. */
function edit(page: Page, values: Values) {
  return page.evaluate(
    (text) => window.oneclaw.tools.call('edit_image', JSON.parse(text) as never),
    JSON.stringify(values),
  );
}

/** The text of the result, or of the error. */
async function told(page: Page, values: Values): Promise<string> {
  const result = await edit(page, values);
  if (result.status === 'error') return `${result.error_type}: ${result.message}`;
  return typeof result.result === 'string' ? result.result : JSON.stringify(result.result[0]);
}

async function put(page: Page, files: Record<string, Bytes | string>): Promise<void> {
  const texts = Object.entries(files).map(([path, bytes]) => [
    path,
    typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64'),
  ]);
  await page.evaluate(async (texts) => {
    for (const [path = '', text = ''] of texts)
      await window.oneclaw.files.write(path, new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));
  }, texts);
}

async function get(page: Page, path: string): Promise<Bytes> {
  const numbers = await page.evaluate(async (path) => {
    const blob = await window.oneclaw.files.read(path, { as: 'blob' });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, path);
  return Uint8Array.from(numbers);
}

/** A picture whose corners are red, green, blue and yellow, from the top left to the bottom right. */
async function draw(page: Page, type: string, width = 40, height = 20): Promise<Bytes> {
  const numbers = await page.evaluate(
    async ({ type, width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      const colours = ['red', 'lime', 'blue', 'yellow'];
      for (const [index, colour] of colours.entries()) {
        if (!context) throw new Error('There is no canvas.');
        context.fillStyle = colour;
        context.fillRect(
          ((index % 2) * width) / 2,
          (Math.floor(index / 2) * height) / 2,
          width / 2,
          height / 2,
        );
      }
      const blob = await canvas.convertToBlob({ type, quality: 1 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { type, width, height },
  );
  return Uint8Array.from(numbers);
}

/** Size, and colours (red, green, blue, opacity) at fractions of width and height. */
function look(page: Page, path: string, points: [number, number][] = []) {
  return page.evaluate(
    async ({ path, points }) => {
      const picture = await createImageBitmap(await window.oneclaw.files.read(path, { as: 'blob' }));
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const at = ([x, y]: [number, number]) => [
        ...(context?.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data ?? []),
      ];
      return { width, height, colours: points.map(at) };
    },
    { path, points },
  );
}

/** The first letter of a colour. */
function nameOf([red = 0, green = 0, blue = 0]: number[]): string {
  const names: Record<string, string> = { '100': 'r', '010': 'g', '001': 'b', '110': 'y' };
  const key = [red, green, blue].map((value) => (value > 128 ? 1 : 0)).join('');
  return names[key] ?? key;
}

const corners: [number, number][] = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
];
async function cornersOf(page: Page, path: string): Promise<string> {
  const { colours } = await look(page, path, corners);
  return colours.map((colour) => nameOf(colour)).join('');
}

test(
  'twelve photos become smaller, with a contact sheet that the chat shows; undo takes it back',
  { tag: '@core' },
  async ({ app }) => {
    const photo = withExif(await draw(app, 'image/jpeg', 4000, 3000), makeExif({ orientation: 6 }));
    const names = Array.from({ length: 12 }, (_, index) => `photos/IMG_${index + 1}.jpg`);
    await put(app, Object.fromEntries(names.map((name) => [name, photo])));
    const server = await startChatServer();
    await addServer(app, server.url);
    const values = {
      paths: ['photos'],
      width: 800,
      height: 800,
      output: 'small',
      contact_sheet: 'sheet.jpg',
    };
    server.enqueue({ calls: [{ name: 'edit_image', arguments: values }] });
    server.enqueue({ text: 'Done.' });
    await send(app, 'Make them smaller');
    await expect(transcript(app)).toContainText('Done.');
    await runEnds(app);
    await expect(callCard(app, 'edit_image')).toHaveAttribute('data-status', 'success');
    await expect(transcript(app).getByRole('img', { name: 'sheet.jpg' })).toBeVisible();
    expect(await look(app, 'small/IMG_12.jpg')).toMatchObject({ width: 600, height: 800 });
    expect(await look(app, 'sheet.jpg')).toMatchObject({ width: 1600 });
    const [call] = await app.evaluate(() => window.oneclaw.activity.list());
    console.log(`12 photos of 12 megapixels with a contact sheet: ${call?.duration_ms} ms`);
    const left = await app.evaluate(async () => {
      const [newest] = await window.oneclaw.sessions.list();
      const session = newest && (await window.oneclaw.sessions.get(newest.id));
      const run = session?.messages.at(-1)?.run;
      if (run) await window.oneclaw.runs.undo(run);
      return (await window.oneclaw.files.list('.')).map(({ name }) => name);
    });
    expect(left).toEqual(['photos']);
    await server.close();
  },
);

const shown: Record<number, string> = {
  ...{ 1: 'rgby', 2: 'gryb', 3: 'ybgr', 4: 'byrg', 5: 'rbgy', 6: 'bryg', 7: 'ygbr', 8: 'gyrb' },
};

// lovell/sharp#1784, lovell/sharp#3144: the pixels were turned, or not, and the tag was lost.
for (const type of ['jpeg', 'png', 'webp'] as const)
  test(`every EXIF orientation of a ${type} is upright in the result, once`, async ({ app }) => {
    const plain = await draw(app, `image/${type}`);
    const size = { width: 40, height: 20, hasAlpha: false };
    for (const [orientation, expected] of Object.entries(shown)) {
      const exif = makeExif({ orientation: Number(orientation) });
      const turned = {
        jpeg: () => withExif(plain, exif),
        png: () => stripPng(plain, exif),
        webp: () => webpWithExif(plain, exif, size),
      };
      await put(app, { [`a.${type}`]: turned[type]() });
      expect(
        await told(app, { paths: [`a.${type}`], format: 'png', output: 'b.png', keep_metadata: true }),
      ).toContain('b.png');
      expect([orientation, await cornersOf(app, 'b.png')]).toEqual([orientation, expected]);
      // Without an edit, the pixels stay and so does the tag.
      await told(app, { paths: [`a.${type}`], output: `c.${type}` });
      expect(readPictureInfo(await get(app, `c.${type}`))?.orientation).toBe(Number(orientation));
      // Chromium shows a WebP as it is stored.
      if (type !== 'webp') expect(await cornersOf(app, `c.${type}`)).toBe(expected);
    }
  });

test('crop, rotation, mirror and size happen in this order', async ({ app }) => {
  await put(app, { 'a.png': await draw(app, 'image/png') });
  const result = { paths: ['a.png'], output: 'b.png', overwrite: true };
  await edit(app, { ...result, rotate: 90 });
  expect([await cornersOf(app, 'b.png'), await look(app, 'b.png')]).toMatchObject([
    'bryg',
    { width: 20, height: 40 },
  ]);
  await edit(app, { ...result, rotate: 90, flip: 'horizontal' });
  expect(await cornersOf(app, 'b.png')).toBe('rbgy');
  await edit(app, { ...result, crop: { x: 20, y: 0, width: 20, height: 20 }, rotate: 180, width: 10 });
  expect([await cornersOf(app, 'b.png'), await look(app, 'b.png')]).toMatchObject([
    'yygg',
    { width: 10, height: 10 },
  ]);
  await edit(app, { ...result, width: 20, height: 20, fit: 'cover' });
  expect([await cornersOf(app, 'b.png'), await look(app, 'b.png')]).toMatchObject([
    'rgby',
    { width: 20, height: 20 },
  ]);
  await edit(app, { ...result, rotate: 45 });
  // The corners of a turned PNG are transparent.
  expect((await look(app, 'b.png', corners)).colours[0]).toEqual([0, 0, 0, 0]);
  expect(await told(app, { ...result, width: 400 })).toContain('was not enlarged');
  expect(await look(app, 'b.png')).toMatchObject({ width: 40, height: 20 });
  expect(await told(app, { ...result, crop: { x: 40, y: 0, width: 20, height: 20 } })).toMatch(
    /^validation_error: a\.png: Parameter 'crop'.*has 40 x 20 pixels/,
  );
});

test('what a format cannot hold is said, and looks right', async ({ app }) => {
  await put(app, {
    'clear.png': makePng({ colours: 6, width: 8, height: 8, rows: new Uint8Array(8 * 33) }),
    'deep.png': makePng({ bits: 16 }),
    'print.jpg': cmykRed,
    'moving.gif': makeGif(),
  });
  // Donaldcwl/browser-image-compression#119: black.
  expect(await told(app, { paths: ['clear.png'], format: 'jpeg' })).toContain('transparent has a background');
  expect((await look(app, 'clear.jpg', [[0.5, 0.5]])).colours).toEqual([[255, 255, 255, 255]]);
  expect(await told(app, { paths: ['clear.png'], format: 'webp' })).toContain('clear.webp');
  expect((await look(app, 'clear.webp', [[0.5, 0.5]])).colours).toEqual([[0, 0, 0, 0]]);
  // oven-sh/bun#30463
  expect(await told(app, { paths: ['deep.png'], width: 2 })).toContain('16 bits a channel became 8');
  // ImageMagick/ImageMagick#6094, libvips/libvips#1313: inverted.
  expect(await told(app, { paths: ['print.jpg'], format: 'png' })).toContain('CMYK colours became RGB');
  expect(await cornersOf(app, 'print.png')).toBe('rrrr');
  expect(await told(app, { paths: ['moving.gif'], format: 'png' })).toContain(
    'only its first frame was used',
  );
  expect(await cornersOf(app, 'moving.png')).toBe('rrrr');
});

test('a picture that would not fit into memory is refused by its header, and others are not harmed', async ({
  app,
}) => {
  await put(app, {
    'bomb.png': makePngBomb(),
    'good.png': makePng(),
    'heic.heic': makeHeic(),
    'text.png': Uint8Array.from(Buffer.from('no picture')),
    'logo.svg': Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'cut.png': makePng({ width: 400, height: 400, rows: new Uint8Array(9) }).slice(0, 50),
  });
  expect(await told(app, { paths: ['bomb.png'], width: 10 })).toMatch(
    /^file_too_large: bomb\.png: it has 60000 x 60000/,
  );
  const all = await told(app, {
    paths: ['bomb.png', 'good.png', 'heic.heic', 'text.png', 'logo.svg', 'cut.png'],
    ...{ rotate: 90, output: 'out' },
  });
  expect(all).toContain('4 of 6 failed');
  for (const words of [
    'bomb.png: it has',
    'heic.heic: this browser cannot decode HEIC',
    'text.png: it is no picture',
    'out/logo.png (150 x 300',
    'cut.png: this PNG is damaged',
    'out/good.png (3 x 4',
  ])
    expect(all).toContain(words);
  expect(await told(app, { paths: ['good.png'], width: 16_000, height: 16_000, fit: 'inside' })).toMatch(
    /^file_too_large/,
  );
});

test('nothing outside the workspace is read or written', async ({ app }) => {
  await put(app, { 'good.png': makePng() });
  for (const path of ['../good.png', '/etc/passwd', '../*.png', 'a\\b.png'])
    expect(await told(app, { paths: [path], width: 2 })).toMatch(/^(path_not_allowed|file_not_found)/);
  for (const output of ['../out.png', '/sessions/x.png', '../out/'])
    expect(await told(app, { paths: ['good.png'], width: 2, output })).toMatch(/path_not_allowed/);
  expect(await told(app, { paths: ['good.png'], contact_sheet: '../sheet.png' })).toMatch(/path_not_allowed/);
  expect(
    await app.evaluate(async () => (await window.oneclaw.files.list('.')).map(({ name }) => name)),
  ).toEqual(['good.png']);
});

test('metadata goes unless it is to stay, and kept data does not show the picture before the edit', async ({
  app,
}) => {
  const photo = withExif(await draw(app, 'image/jpeg'), makeExif());
  await put(app, { 'a.jpg': photo });
  const has = async (path: string) => {
    const text = Buffer.from(await get(app, path)).toString('latin1');
    return Object.values(secrets).filter((secret) => text.includes(secret));
  };
  // own-pay/OwnPay#231: a picture that was small enough already kept its place.
  expect(await told(app, { paths: ['a.jpg'], width: 800 })).toContain('removed, with the place');
  expect(await has('a-edited.jpg')).toEqual([]);
  expect(await told(app, { paths: ['a.jpg'] })).toContain('a-edited-2.jpg');
  expect(await has('a-edited-2.jpg')).toEqual([]);
  expect(readPictureInfo(await get(app, 'a-edited-2.jpg'))?.place).toBeUndefined();
  for (const format of ['jpeg', 'png', 'webp']) {
    const output = `kept.${format}`;
    const text = await told(app, { paths: ['a.jpg'], width: 20, output, keep_metadata: true });
    expect(text).toContain('results say where they were taken');
    expect(readPictureInfo(await get(app, output))).toMatchObject({
      ...{ width: 20, height: 10, taken: '2024-05-01 10:20:30', place: { latitude: 52.52 } },
    });
    expect(await has(output)).toEqual([secrets.camera]);
    expect(await look(app, output)).toMatchObject({ width: 20, height: 10 });
  }
  // Nobody asked to change the original.
  expect(Buffer.from(await get(app, 'a.jpg')).equals(photo)).toBe(true);
  const info = await app.evaluate(() => window.oneclaw.tools.call('file_info', { path: 'a.jpg' }));
  expect(info).toMatchObject({ result: expect.stringContaining('picture: JPEG, 40 x 20 pixels') });
  expect(info).toMatchObject({ result: expect.stringContaining('place: 52.52, 13.405') });
});

test('an existing file is replaced only where that was said', async ({ app }) => {
  const png = await draw(app, 'image/png');
  await put(app, { 'a.png': png, 'out/a.png': makePng(), 'b.png': png });
  expect(await told(app, { paths: ['a.png', 'b.png'], width: 10, output: 'out' })).toMatch(
    /1 of 2 failed:\\n- a\.png: out\/a\.png exists already: set overwrite/,
  );
  expect(await look(app, 'out/a.png')).toMatchObject({ width: 4 });
  await edit(app, { paths: ['a.png'], width: 10, output: 'out', overwrite: true });
  expect(await look(app, 'out/a.png')).toMatchObject({ width: 10 });
  expect(await told(app, { paths: ['a.png'], width: 10, overwrite: true })).toContain('a.png (40 x 20');
  expect(await look(app, 'a.png')).toMatchObject({ width: 10 });
  expect(await told(app, { paths: ['a.png', 'b.png'], width: 5, output: 'c.png' })).toContain(
    'Name a folder',
  );
  expect(await told(app, { paths: ['a.png'], format: 'jpeg', output: 'c.png' })).toContain(
    "Parameter 'format'",
  );
  expect(await told(app, { paths: ['*.gif'], width: 5 })).toMatch(/^file_not_found: .*no picture in \*\.gif/);
});

test('a blurred region cannot be read any more, and a blur that misses is an error', async ({ app }) => {
  const chess = new Uint8Array(100 * 301).map((_, at) =>
    at % 301 === 0 ? 0 : (Math.floor(at / 301) + Math.floor(((at % 301) - 1) / 3)) % 2 === 0 ? 255 : 0,
  );
  await put(app, { 'a.png': makePng({ width: 100, height: 100, rows: chess }) });
  await edit(app, { paths: ['a.png'], output: 'b.png', blur: [{ x: 20, y: 30, width: 41, height: 47 }] });
  const { inside, around } = await app.evaluate(async () => {
    const picture = await createImageBitmap(await window.oneclaw.files.read('b.png', { as: 'blob' }));
    const context = new OffscreenCanvas(100, 100).getContext('2d');
    context?.drawImage(picture, 0, 0);
    const spread = (x: number, y: number, width: number, height: number) => {
      const { data = [] } = context?.getImageData(x, y, width, height) ?? {};
      const values = [...data].filter((_, at) => at % 4 === 0);
      return Math.max(...values) - Math.min(...values);
    };
    return {
      inside: spread(20, 30, 41, 47),
      around: [spread(0, 0, 100, 30), spread(0, 30, 20, 47), spread(61, 30, 39, 47), spread(0, 77, 100, 23)],
    };
  });
  expect(inside).toBeLessThan(60);
  expect(around).toEqual([255, 255, 255, 255]);
  expect(await told(app, { paths: ['a.png'], blur: [{ x: 100, y: 0, width: 9, height: 9 }] })).toContain(
    "Parameter 'blur'",
  );
});

test('texts and rectangles are drawn, and an unknown colour is an error', async ({ app }) => {
  await put(app, { 'a.png': await draw(app, 'image/png', 200, 100) });
  const draws = [
    { x: 10, y: 10, width: 20, height: 20, fill: '#123456' },
    { text: 'HI', position: 'bottom-right', size: 30, color: 'black', fill: 'white' },
  ];
  await edit(app, { paths: ['a.png'], output: 'b.png', draw: draws });
  const { colours } = await look(app, 'b.png', [
    [0.1, 0.2],
    [0.97, 0.94],
    [0.5, 0.1],
  ]);
  expect(colours[0]).toEqual([0x12, 0x34, 0x56, 255]);
  expect(colours[1]).toEqual([255, 255, 255, 255]);
  const bad = await told(app, { paths: ['a.png'], draw: [{ text: 'x', color: 'blurple' }] });
  expect(bad).toContain("Parameter 'draw[0].color': 'blurple' is no colour");
  expect(await told(app, { paths: ['a.png'], draw: [{ x: 1, y: 1 }] })).toContain("Parameter 'draw[0]'");
});

test('a long text is wrapped to the width, smaller only if it must be, and what does not fit is said', async ({
  app,
}) => {
  await put(app, { 'a.png': await draw(app, 'image/png', 400, 200) });
  const words = 'A very long caption that does certainly not fit into one line of this picture ';
  const write = (text: string, more: Values = {}) =>
    told(app, {
      ...{ paths: ['a.png'], output: 'b.png', overwrite: true },
      draw: [{ text, size: 20, color: 'black', fill: 'white', ...more }],
    });
  expect(await write(words)).not.toContain('Note');
  const edges = [0.005, 0.995].flatMap((x) => [0.6, 0.7, 0.8, 0.9].map((y): [number, number] => [x, y]));
  expect((await look(app, 'b.png', edges)).colours.map(nameOf).join('')).toBe('bbbbyyyy');
  // Three lines of 25 pixels, and the margin below.
  expect((await look(app, 'b.png', [[0.5, 0.6]])).colours.map(nameOf)).toEqual(['111']);
  expect(await write(words.repeat(5))).toMatch(/draw\[0\]: the text got the size 1\d instead of 20/);
  expect(await write(words.repeat(60))).toContain('a part of it cannot be seen');
  expect(await write(words, { x: 300, y: 0, size: 8 })).not.toContain('Note');
  expect((await look(app, 'b.png', [[0.999, 0.1]])).colours.map(nameOf)).toEqual(['g']);
});

test('parts in percent, and what the model sees, are those of the file', async ({ app }) => {
  await put(app, { 'a.png': await draw(app, 'image/png', 4000, 3000) });
  const half = { x: 50, y: 0, width: 50, height: 100 };
  const values = { paths: ['a.png'], output: 'b.png', crop: half, unit: 'percent' };
  const result = await edit(app, values);
  if (result.status === 'error' || typeof result.result === 'string') throw new Error(JSON.stringify(result));
  const [text, picture] = result.result;
  expect(text).toMatchObject({
    text: expect.stringContaining('b.png, 2000 x 3000 pixels, shown at 683 x 1024.'),
  });
  expect(picture).toMatchObject({ type: 'image', media_type: 'image/webp' });
  expect(picture?.type === 'image' && picture.bytes).toBeLessThan(60_000);
  expect(await look(app, 'b.png')).toMatchObject({ width: 2000, height: 3000 });
  expect(await cornersOf(app, 'b.png')).toBe('ggyy');
});

test('a picture that is small enough loses only its metadata, and its date is told', async ({ app }) => {
  const photo = withExif(await draw(app, 'image/jpeg'), makeExif());
  const names = ['p/a.jpg', 'p/b.jpg'];
  await put(app, {
    ...Object.fromEntries(names.map((name) => [name, photo])),
    'p/d.txt': btoa('text'),
    'p/e.tiff': 'SUkqAA==',
  });
  const said = await told(app, { paths: ['p'], width: 800, output: 'small' });
  expect(said).toMatch(/p\/a\.jpg \(40 x 20, \d+ bytes, taken \d{4}-\d\d-\d\d [\d:]+\)/);
  expect(said).toContain('only its metadata was removed, without loss (all)');
  expect(said).toContain('Left out, as they are no pictures that can be edited: p/d.txt, p/e.tiff.');
  const info = readPictureInfo(photo);
  if (!info) throw new Error('The sample is no picture.');
  expect(await get(app, 'small/a.jpg')).toEqual(stripMetadata(photo, info));
  expect(await told(app, { paths: ['p/a.jpg'], width: 20, output: 'c.jpg' })).not.toContain('without loss');
});

test('an SVG becomes a PNG, a JPEG or a WebP of the size that is asked for, and loads nothing', async ({
  app,
}) => {
  const asked: string[] = [];
  app.on('request', (request) => void (request.url().includes('elsewhere') && asked.push(request.url())));
  const inside = '<rect width="20" height="20" fill="red"/><rect x="20" width="20" height="20" fill="lime"/>';
  const outside =
    '<image href="https://elsewhere.example/a.png" x="18" y="8" width="4" height="4"/><script>fetch("https://elsewhere.example/b")</script>';
  const foreign =
    '<foreignObject width="5" height="5"><p xmlns="http://www.w3.org/1999/xhtml">Ü</p></foreignObject>';
  const svg = (more: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${inside}${more}</svg>`,
    ).toString('base64');
  await put(app, { 'd.svg': svg(outside), 'f.svg': svg(foreign), 'bomb.svg': svg('<g/>'.repeat(40_000)) });
  const said = await told(app, { paths: ['d.svg'] });
  expect(said).toContain('d.svg (40 x 20, ');
  expect(said).toContain('outside of the file, which was not loaded');
  expect(await look(app, 'd.png')).toMatchObject({ width: 40, height: 20 });
  expect(await cornersOf(app, 'd.png')).toBe('rgrg');
  await told(app, { paths: ['d.svg'], width: 400, output: 'd.jpg' });
  expect(await look(app, 'd.jpg')).toMatchObject({ width: 400, height: 200 });
  // Drawn at this size, not enlarged: the edge in the middle is sharp.
  expect(
    (
      await look(app, 'd.jpg', [
        [0.48, 0.2],
        [0.52, 0.2],
      ])
    ).colours.map(nameOf),
  ).toEqual(['r', 'g']);
  expect(
    await told(app, { paths: ['f.svg'], crop: { x: 20, y: 0, width: 20, height: 20 }, output: 'f.webp' }),
  ).toContain('f.webp (20 x 20');
  expect(await told(app, { paths: ['bomb.svg'] })).toContain('too complex to be drawn here');
  expect(await told(app, { paths: ['d.svg'], width: 16_000, height: 16_000, fit: 'cover' })).toMatch(
    /file_too_large/,
  );
  expect(asked).toEqual([]);
});

test('an eXIf chunk of a PNG with a wrong checksum does no harm', async ({ app }) => {
  const chunk = pngChunk('eXIf', makeExif());
  chunk.set([0, 0, 0, 0], chunk.length - 4);
  await put(app, { 'a.png': makePng({ extra: [chunk] }) });
  expect(await told(app, { paths: ['a.png'], rotate: 90 })).toMatch(/a-edited\.png|damaged/);
});

test('the shell converts, resizes and describes pictures as ImageMagick does', async ({ app }) => {
  await put(app, {
    'a.jpg': withExif(await draw(app, 'image/jpeg'), makeExif({ orientation: 6 })),
    'clear.png': makePng({ colours: 6, width: 8, height: 8, rows: new Uint8Array(8 * 33) }),
    'bomb.png': makePngBomb(),
  });
  const run = async (command: string) => {
    const values = { command };
    const result = await app.evaluate(
      (each) => window.oneclaw.tools.call('execute_shell_command', each),
      values,
    );
    return result.status === 'success' ? JSON.stringify(result.result) : result.message;
  };
  expect(await run('convert a.jpg -resize 10x10 -quality 90 small.webp')).toContain(
    'removed, with the place',
  );
  expect(await look(app, 'small.webp')).toMatchObject({ width: 5, height: 10 });
  expect(await run('echo "<svg/>" > d.svg; convert d.svg d.png')).toContain('by the tool edit_image');
  expect(await run('magick a.jpg -flop -rotate 90 b.png && identify -format "%m %wx%h\\n" b.png')).toContain(
    'PNG 40x20',
  );
  expect(await cornersOf(app, 'b.png')).toBe('gryb');
  await run('magick b.png -resize "20x20^" -gravity center -extent 20x20 c.jpg');
  expect(await look(app, 'c.jpg')).toMatchObject({ width: 20, height: 20 });
  await run('convert clear.png -background none -gravity center -extent 30x30 wide.jpg');
  expect(
    (
      await look(app, 'wide.jpg', [
        [0.5, 0.5],
        [0.05, 0.05],
      ])
    ).colours,
  ).toEqual([
    [255, 255, 255, 255],
    [255, 255, 255, 255],
  ]);
  await run('mkdir out; mogrify -path out -format png -resize 50% a.jpg');
  expect(await look(app, 'out/a.png')).toMatchObject({ width: 10, height: 20 });
  expect(await run('convert bomb.png a.png')).toMatch(/bomb\.png: it has 60000 x 60000.*exit code 1/);
  expect(await run('convert a.jpg -extent 60000x60000 a.png')).toMatch(/60000 x 60000.*exit code 1/);
  expect(await run('file a.jpg')).toMatch(/JPEG.*20 x 40, taken 2024-05-01 10:20:30, at 52\.52, 13\.405/);
});
