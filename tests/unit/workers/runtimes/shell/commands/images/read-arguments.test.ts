/** Arguments as people write them for ImageMagick. */
import { describe, expect, it } from 'vitest';
import type { Edits } from '#workers/images/edits.ts';
import { outputFormat, readArguments } from '#workers/runtimes/shell/commands/images/read-arguments.ts';

const photo = { width: 400, height: 300 };
const words = (text: string) => text.split(' ');
const editsOf = (text: string) =>
  readArguments(words(text)).steps.map((step) => ('edits' in step ? step.edits(photo) : step));

describe('a geometry', () => {
  it.each<[string, Edits]>([
    ['800x600', { width: 800, height: 600, fit: 'inside' }],
    ['800', { width: 800, fit: 'inside' }],
    ['800x', { width: 800, fit: 'inside' }],
    ['x600', { height: 600, fit: 'inside' }],
    ['800x600>', { width: 800, height: 600, fit: 'shrink' }],
    ['800x600!', { width: 800, height: 600, fit: 'stretch' }],
    ['100x100^', { width: 133, height: 100, fit: 'stretch' }],
    ['100x100<', {}],
    ['800x800<', { width: 800, height: 800, fit: 'inside' }],
    ['50%', { width: 200, height: 150, fit: 'stretch' }],
    ['50x10%', { width: 200, height: 30, fit: 'stretch' }],
  ])('%s', (geometry, edits) => expect(editsOf(`a.png -resize ${geometry} b.png`)).toEqual([edits]));

  it.each(['', 'x', '8x6x4', '-5', '800*600'])('is refused as %j', (geometry) =>
    expect(() => readArguments(['-resize', geometry])).toThrow('invalid geometry'),
  );
});

describe('a crop', () => {
  it.each([
    ['-crop 100x80+10+20', { x: 10, y: 20, width: 100, height: 80 }],
    ['-gravity center -crop 100x80+0+0', { x: 150, y: 110, width: 100, height: 80 }],
    ['-gravity SouthEast -crop 100x80+5+5', { x: 295, y: 215, width: 100, height: 80 }],
    ['-gravity North -crop 50x50%', { x: 100, y: 0, width: 200, height: 150 }],
  ])('%s', (text, crop) => expect(editsOf(text)).toEqual([{ crop }]));
});

it('steps keep their order, and what changes nothing is accepted', () => {
  expect(editsOf('a.jpg -auto-orient -rotate 90 -flop -strip -colorspace sRGB -flip b.jpg')).toEqual([
    { rotate: 90 },
    { flip: 'horizontal' },
    { flip: 'vertical' },
  ]);
  expect(
    readArguments(words('a.png -background none -quality 80 -gravity center -extent 10x20 b.webp')),
  ).toEqual({
    files: ['a.png', 'b.webp'],
    steps: [{ extent: { width: 10, height: 20 }, gravity: 'center' }],
    background: 'transparent',
    quality: 80,
  });
});

it.each(['-colorspace Gray', '-blur 0x8', '-annotate +5+5', '-alpha extract'])(
  '%s, which would be silently wrong, is refused with what there is',
  (text) => expect(() => readArguments(words(text))).toThrow(/unrecognized option.*edit_image/),
);

it('the ending names the format', () => {
  expect(['a.JPG', 'a.jpeg', 'x/a.webp', 'a.b.png'].map(outputFormat)).toEqual([
    'jpeg',
    'jpeg',
    'webp',
    'png',
  ]);
  expect(() => outputFormat('a.pdf')).toThrow('PNG, JPEG and WebP');
});
