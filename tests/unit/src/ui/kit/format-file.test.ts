/** Sizes as people read them. */
import { expect, it } from 'vitest';
import { formatBytes } from '#src/ui/kit/format-file.ts';

it.each([
  [1, '1 byte'],
  [12, '12 bytes'],
  [2_500, '2.5 kB'],
  [270_590_880, '271 MB'],
  [300_000, '0.3 MB'],
  [1_830_000_000, '1.8 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
