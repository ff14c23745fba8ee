/** The folder tree: its visible rows, and the effect of each key. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#src/state/files/folder-tree.ts';
import { stepOf } from '#src/state/files/tree-keys.ts';

const known = new Map([
  ['', ['docs', 'src', 'Ünder']],
  ['docs', ['deep']],
  ['docs/deep', []],
]);
const rows = (...opened: string[]) => rowsOf(known, new Set(['', ...opened]));
const step = (key: string, path: string, opened: string[] = [], isRtl = false) =>
  stepOf(key, rows(...opened), path, isRtl);

describe('rowsOf', () => {
  it('shows what is open, and how deep it is', () => {
    expect(rows('docs').map(({ path, level, isOpen }) => [path, level, isOpen])).toEqual([
      ['', 1, true],
      ['docs', 2, true],
      ['docs/deep', 3, null],
      ['src', 2, false],
      ['Ünder', 2, false],
    ]);
  });

  it('numbers each row among its siblings', () => {
    expect(rows('docs').find(({ path }) => path === 'src')).toMatchObject({ place: 2, of: 3 });
  });

  it('keeps open folders below a closed one', () => {
    expect(rowsOf(known, new Set(['', 'docs/deep'])).map(({ path }) => path)).toEqual([
      ...['', 'docs', 'src', 'Ünder'],
    ]);
  });
});

describe('stepOf', () => {
  it('moves up and down, to both ends, and not beyond', () => {
    expect(step('ArrowDown', '')).toEqual({ type: 'focus', path: 'docs' });
    expect(step('ArrowUp', 'docs')).toEqual({ type: 'focus', path: '' });
    expect(step('End', '')).toEqual({ type: 'focus', path: 'Ünder' });
    expect(step('Home', 'src')).toEqual({ type: 'focus', path: '' });
    expect(step('ArrowUp', '')).toBeNull();
    expect(step('ArrowDown', 'Ünder')).toBeNull();
  });

  it('opens and enters, leaves and closes', () => {
    expect(step('ArrowRight', 'docs')).toEqual({ type: 'open', path: 'docs' });
    expect(step('ArrowRight', 'docs', ['docs'])).toEqual({ type: 'focus', path: 'docs/deep' });
    expect(step('ArrowRight', 'docs/deep', ['docs'])).toBeNull();
    expect(step('ArrowLeft', 'docs/deep', ['docs'])).toEqual({ type: 'focus', path: 'docs' });
    expect(step('ArrowLeft', 'docs', ['docs'])).toEqual({ type: 'close', path: 'docs' });
    expect(step('ArrowLeft', 'docs')).toEqual({ type: 'focus', path: '' });
  });

  it('swaps left and right for languages written from right to left', () => {
    expect(step('ArrowLeft', 'docs', [], true)).toEqual({ type: 'open', path: 'docs' });
    expect(step('ArrowRight', 'docs', ['docs'], true)).toEqual({ type: 'close', path: 'docs' });
  });

  it('goes to the next name that begins with a letter, around the end', () => {
    expect(step('d', 'src')).toEqual({ type: 'focus', path: 'docs' });
    expect(step('ü', '')).toEqual({ type: 'focus', path: 'Ünder' });
    expect(step('x', '')).toBeNull();
    expect(step('Enter', '')).toBeNull();
  });
});
