/** The address of the screen of changes cannot be the path of a file. */
import { expect, it } from 'vitest';
import { changesPath, linkedFolderOfChanges } from '#src/state/linked-folders/linked-folders.ts';
import { formatRoute, parseRoute } from '#src/state/base/route.ts';
import { resolvePath } from '#workers/storage/workspace/path-gate.ts';

it('survives the address bar', () => {
  const path = changesPath('my notes');
  const route = parseRoute(formatRoute({ view: 'files', path }));
  expect(route).toEqual({ view: 'files', path });
  expect(linkedFolderOfChanges(path)).toBe('my notes');
  expect(linkedFolderOfChanges('my notes/changes')).toBeNull();
});

it('is refused as the path of a file', () => {
  expect(() => resolvePath(changesPath('a'))).toThrow('backslash');
});
