/** What a call's card says while a runtime loads. */
import { expect, it } from 'vitest';
import { withLoadingProgress } from '#workers/runtimes/loading-progress.ts';

it('names a runtime until it is loaded, then nothing, and does not name it again', async () => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  await expect(
    withLoadingProgress('Abacus', () => Promise.reject(new Error('offline')), say),
  ).rejects.toThrow('offline');
  expect(await withLoadingProgress('Abacus', async () => 'beads', say)).toBe('beads');
  expect(await withLoadingProgress('Abacus', async () => 'beads', say)).toBe('beads');
  const loading = 'Loading Abacus (first use in this chat)';
  expect(said).toEqual([loading, loading, '']);
});
