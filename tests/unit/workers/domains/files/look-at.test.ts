/** Sizes of pictures from their first bytes, and which of them may be drawn unasked. */
import { describe, expect, it } from 'vitest';
import { lookAt } from '#workers/domains/files/look-at.ts';
import { pictureSize } from '#workers/domains/files/picture-size.ts';
import { readSvg } from '#workers/text/read-svg.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (each) => each.charCodeAt(0)) : part,
    ),
  );
const padded = (data: Uint8Array) => new Blob([data.slice(), new Uint8Array(40)]);

const png = (width: number, height: number) =>
  bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [
    0,
    0,
    width >> 8,
    width & 255,
    0,
    0,
    height >> 8,
    height & 255,
  ]);
/** A JPEG with a profile of 60 kB before its size, turned by a quarter where `orientation` is 6. */
const jpeg = (orientation: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe1, 0, 34],
    'Exif\0\0',
    'MM',
    [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
    [0xff, 0xe2, 0xea, 0x60],
    Array.from({ length: 0xea5e }, () => 0),
    [0xff, 0xc4, 0, 4, 9, 9, 0xff, 0xff, 0xc2, 0, 17, 8, 1, 0, 2, 0],
  );

describe('pictureSize', () => {
  it.each([
    ['PNG', png(800, 600), 800, 600],
    ['GIF', bytes('GIF89a', [44, 1, 200, 0]), 300, 200],
    ['lossy WebP', bytes('RIFF____WEBPVP8 ____', [0, 0, 0, 0x9d, 1, 0x2a, 64, 1, 240, 0]), 320, 240],
    ['lossless WebP', bytes('RIFF____WEBPVP8L____', [0x2f, 0x3f, 0xc1, 0x3b, 0]), 320, 240],
    ['WebP with more', bytes('RIFF____WEBPVP8X____', [0, 0, 0, 0, 63, 1, 0, 239, 0, 0]), 320, 240],
    ['JPEG', jpeg(1), 512, 256],
    ['JPEG of a turned camera', jpeg(6), 256, 512],
  ])('reads %s', async (_, data, width, height) => {
    expect(await pictureSize(padded(data))).toEqual({ width, height });
  });

  it.each([
    ['text', bytes('This is no picture at all, but text.')],
    ['an empty JPEG', bytes([0xff, 0xd8, 0xff, 0xd9])],
    [
      'a JPEG of empty segments',
      bytes(
        [0xff, 0xd8],
        Array.from({ length: 9_000 }, (_, at) => (at % 2 ? 0xe5 : 0xff)),
      ),
    ],
    ['a PNG without width', png(0, 5)],
  ])('knows that %s has none', async (_, data) => {
    expect(await pictureSize(padded(data))).toBeUndefined();
  });
});

/** Each level repeats the one below ten times. */
const bomb = (levels: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="l0"><path d="M0 0"/></g>${Array.from(
    { length: levels },
    (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(10)}</g>`,
  ).join('')}</svg>`;

describe('readSvg', () => {
  it.each([
    ['<?xml version="1.0"?><!-- <svg width="1"> --><svg width="120" height="80px"></svg>', 120, 80],
    ['<svg width="460.8pt" height="72pt" viewBox="0 0 9 9"></svg>', 614.4, 96],
    ['<svg viewBox="0,0 40 30"/>', 40, 30],
    ['<svg width="100%" viewBox="0 0 40 30"/>', 40, 30],
    ['<svg width="80" viewBox="0 0 40 30"/>', 80, 60],
    ['<svg/>', 300, 150],
  ])('reads the size of %s', (text, width, height) => {
    expect(readSvg(text)).toEqual({ width, height });
  });

  it('shows a chart whose letters are repeated', () => {
    const letters = Array.from({ length: 5_000 }, (_, at) => `<use xlink:href="#a${at % 60}"/>`).join('');
    const glyphs = Array.from({ length: 60 }, (_, at) => `<path id="a${at}" d="M0 0"/>`).join('');
    expect(readSvg(`<svg width="9" height="9"><defs>${glyphs}</defs>${letters}</svg>`)).toEqual({
      width: 9,
      height: 9,
    });
    expect(readSvg(bomb(3))).toBeDefined();
  });

  it.each([
    ['a bomb of repeated parts', bomb(9)],
    ['100,000 circles', `<svg width="9" height="9">${'<circle/>'.repeat(100_000)}</svg>`],
    ['marks on one letter', `<svg width="9" height="9"><text>a${'&#x301;'.repeat(200)}</text></svg>`],
    [
      'a bomb of patterns',
      bomb(9)
        .replaceAll('<use href="#', '<rect fill="url(#')
        .replaceAll('"/></g', ')"/></g')
        .replaceAll('"/><rect', ')"/><rect'),
    ],
    [
      'a bomb of entities',
      '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><svg width="9" height="9">&c;</svg>',
    ],
    ['endless nesting', `<svg width="9" height="9">${'<g>'.repeat(100_000)}</svg>`],
    [
      'a long chain',
      `<svg width="9" height="9">${Array.from({ length: 20_000 }, (_, at) => `<g id="c${at}"><use href="#c${at + 1}"/></g>`).join('')}</svg>`,
    ],
    ['a drawing in a drawing', '<svg><image href="data:image/svg+xml,%3Csvg/%3E"/></svg>'],
    ['a filter for every element', '<svg><style>*{filter:blur(200px)}</style><circle/></svg>'],
    ['a page', '<html><svg width="9" height="9"/></html>'],
  ])('does not draw %s', (_, text) => expect(readSvg(text)).toBeUndefined());
});

describe('lookAt', () => {
  const files = new Map([
    ['a.png', new File([padded(png(20, 10))], 'a.png')],
    ['huge.png', new File([padded(png(60_000, 60_000))], 'huge.png')],
    ['fake.png', new File(['<svg width="9" height="9"/>'], 'fake.png')],
    ['b.svg', new File(['<svg width="9" height="9"/>'], 'b.svg')],
    ['note.md', new File(['# Note'], 'note.md')],
  ]);
  const missing = (path: string) => new ToolError('file_not_found', path);
  const port = {
    stat: async (path: string) => {
      const file = files.get(path);
      if (!file) throw missing(path);
      return Promise.resolve({ path, type: 'file' as const, size: file.size, modified: 1 });
    },
    read: (path: string) => Promise.resolve(files.get(path) ?? Promise.reject(missing(path))),
  };

  it('gives the size of pictures that can be shown, and null for what does not exist', async () => {
    const found = await lookAt(port, [
      'a.png',
      'huge.png',
      'fake.png',
      'b.svg',
      'note.md',
      '../x',
      'none.png',
    ]);
    expect(found.map((each) => each && (each.picture ?? each.name))).toEqual([
      { width: 20, height: 10 },
      'huge.png',
      'fake.png',
      { width: 9, height: 9 },
      'note.md',
      null,
      null,
    ]);
  });
});
