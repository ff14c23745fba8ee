/** The kind of a file by its name, and the order of files in a folder. */
import { describe, expect, it } from 'vitest';
import type { FileEntry } from '#shared/rpc/protocol.ts';
import { fileKind, mediaType, sortEntries } from '#src/state/files/file-kinds.ts';

const entry = (name: string, type: FileEntry['type'] = 'file'): FileEntry => ({
  name,
  type,
  size: 0,
  modified: 0,
});

describe('the kind of a file', () => {
  it.each([
    ['a.MD', 'markdown'],
    ['a.b.jpeg', 'image'],
    ['png', 'image'],
    ['a.constructor', 'other'],
    ['Makefile', 'other'],
    ['a.json', 'text'],
  ])('of %s is %s', (name, kind) => expect(fileKind(name)).toBe(kind));

  it('determines the media type for the browser, or none', () => {
    expect([mediaType('a.svg'), mediaType('a.xyz')]).toEqual(['image/svg+xml', '']);
  });
});

it('folders come first, then names in natural order, and the order is stable', () => {
  const sorted = sortEntries(
    [entry('b 10'), entry('B 2'), entry('z', 'directory'), entry('ä'), entry('b 2')],
    'en',
  );
  expect(sorted.map(({ name }) => name)).toEqual(['z', 'ä', 'b 2', 'B 2', 'b 10']);
});
