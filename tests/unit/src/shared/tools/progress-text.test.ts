import { expect, it } from 'vitest';
import { progressText, readProgress, type KnownProgress } from '#shared/tools/progress-text.ts';

it.each<KnownProgress>([
  { type: 'loading', name: 'Python', size: 12_100_000 },
  { type: 'loading', name: 'JavaScript' },
  { type: 'git-waiting', folder: 'my notes/a' },
  { type: 'long-document' },
])('is read as it was written: $type', (progress) => {
  expect(readProgress(progressText(progress))).toEqual(progress);
});

it('is left as it is where another wrote it', () => {
  for (const text of ['', 'Loading', 'Loading data (1 of 3)', 'Receiving objects: 3 of 9'])
    expect(readProgress(text)).toBeUndefined();
});
