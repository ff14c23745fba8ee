/** The files a call changed, as its metadata names them. */
import { expect, it } from 'vitest';
import { createChangedFiles } from '#workers/engine/tool-hosts/ports/changed-files.ts';

it('names each file once, without those of git', () => {
  const changed = createChangedFiles({ runs: 'code' });
  expect(changed.withMetadata(undefined)).toEqual({});
  expect(changed.withMetadata({ exit_code: '0' })).toEqual({ metadata: { exit_code: '0' } });
  for (const path of ['b.txt', 'a/.git/index', 'a/c.txt', 'b.txt', '.git/HEAD']) changed.add(path);
  expect(changed.withMetadata({ exit_code: '0' })).toEqual({
    metadata: { exit_code: '0', changed_files: 'a/c.txt\nb.txt' },
  });
});

it('leaves other tools alone: their arguments name what they change', () => {
  const changed = createChangedFiles({});
  changed.add('a.txt');
  expect(changed.withMetadata(undefined)).toEqual({});
});

it('counts those that it does not name', () => {
  const changed = createChangedFiles({ runs: 'code' });
  for (let at = 100; at < 500; at++) changed.add(`folder/file-${at}.txt`);
  const { changed_files: named = '', changed_files_not_named: others } =
    changed.withMetadata(undefined).metadata ?? {};
  expect(named.length).toBeLessThanOrEqual(1_000);
  expect(named.split('\n').length + Number(others)).toBe(400);
});
