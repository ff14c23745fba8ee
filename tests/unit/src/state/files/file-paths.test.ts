/** Names and paths on the Files screen: conflicts, valid names, and the target of a path. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanName,
  crumbsOf,
  freeName,
  isInside,
  joinPath,
  nameFault,
  baseName,
  parentOf,
} from '#src/state/files/file-paths.ts';
import { resolvePath } from '#workers/storage/workspace/path-gate.ts';

describe('paths', () => {
  it('lead from the workspace down and back up', () => {
    expect([parentOf('a/b/c.txt'), baseName('a/b/c.txt')]).toEqual(['a/b', 'c.txt']);
    expect([parentOf('a.txt'), baseName('a.txt'), joinPath('', 'a.txt')]).toEqual(['', 'a.txt', 'a.txt']);
    expect(crumbsOf('a/b').map(({ path }) => path)).toEqual(['a', 'a/b']);
    expect(crumbsOf('')).toEqual([]);
  });

  it('lie inside a folder by whole names', () => {
    expect(isInside('ab/c', 'a')).toBe(false);
    expect([isInside('a', 'a'), isInside('a/b', 'a'), isInside('x', '')]).toEqual([true, true, true]);
  });
});

describe('a free name', () => {
  it('is the name itself if it is free', () => expect(freeName('a.txt', ['b.txt'])).toBe('a.txt'));
  it('counts before the ending', () => expect(freeName('a.tar.gz', ['a.tar.gz'])).toBe('a.tar (2).gz'));
  it('counts on', () => expect(freeName('a.txt', ['a.txt', 'A (2).TXT'])).toBe('a (3).txt'));
  it('keeps a leading dot', () => expect(freeName('.env', ['.env'])).toBe('.env (2)'));
  it('sees names that differ only in case or Unicode form', () =>
    expect(freeName('Ü.txt', ['u\u0308.txt'])).toBe('Ü (2).txt'));
});

describe('what is wrong with a name', () => {
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['a/b', 'separator'],
    ['a\\b', 'separator'],
    ['..', 'dots'],
    ['a\u202eb', 'characters'],
    ['a.crswap', 'characters'],
    ['x'.repeat(256), 'long'],
    ['ü'.repeat(128), 'long'],
    ['NOTES.md', 'taken'],
    ['fine.txt', null],
  ])('%j: %s', (name, fault) => expect(nameFault(name, ['notes.md'])).toBe(fault));

  it('does not include that it is its own name', () =>
    expect(nameFault('Notes.md', ['notes.md'], 'notes.md')).toBeNull());

  it('is found before the path gate rejects it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        if (nameFault(name, []) === null) expect(resolvePath(name.trim())).toHaveLength(1);
      }),
    );
  });

  it('is removed from names of other systems', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        expect(nameFault(cleanName(name), [])).toBeNull();
      }),
    );
  });
});
