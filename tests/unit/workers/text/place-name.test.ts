import { expect, it } from 'vitest';
import { countOf } from '#workers/text/count-of.ts';
import { placeName } from '#workers/text/place-name.ts';

it.each(['.', './', '', '/', '/workspace', '/workspace/', '/workspace/.', './.'])(
  'names the root %o in words',
  (path) => expect(placeName(path)).toBe('the workspace'),
);

it.each(['notes', 'notes/', '/workspace/a', './a', '.results', '..', '/workspaces'])(
  'leaves the path %o as it is',
  (path) => expect(placeName(path)).toBe(path),
);

it('counts one and many', () => {
  expect(countOf(1, 'file')).toBe('1 file');
  expect(countOf(0, 'file')).toBe('0 files');
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries');
});
