/** `file` says of every picture its format and its size. */
import { expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><text>ü</text></svg>';
const head = '<?xml version="1.0"?>\n<!-- drawn -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a">\n';
/** A folder of two entries of the type SHORT: width 640 and height 480. */
const tiff = Uint8Array.from(
  Buffer.from(
    ['49492a00080000000200', '000103000100000080020000', '0101030001000000e0010000', '00000000'].join(''),
    'hex',
  ),
);

it.each<[string, string | Blob, string]>([
  ['d.svg', svg, 'SVG Scalable Vector Graphics image, 40 x 30'],
  ['e.xml', `${head}<svg viewBox="0 0 3 4"/>`, 'SVG Scalable Vector Graphics image, 3 x 4'],
  ['p.html', `<!doctype html>${svg}`, 'HTML document, Unicode text, UTF-8 text'],
  ['page.tiff', new Blob([tiff]), 'TIFF image data, 640 x 480'],
])('%s', async (name, content, words) => {
  const { raw } = await openShell({ [name]: content });
  expect((await raw(`file -b ${name}`)).stdout.trim()).toBe(words);
});

it('names the type of an SVG by its content', async () => {
  const { raw } = await openShell({ e: head + svg });
  expect((await raw('file -b --mime-type e')).stdout.trim()).toBe('image/svg+xml');
});
