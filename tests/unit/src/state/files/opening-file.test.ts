/** A file that froze the page is known after the reload; one that was left or laid out is not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginOpening, mayOpen } from '#src/state/files/opening-file.ts';

const stored = new Map<string, string>();
const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('opening a file', () => {
  it('is remembered until it is laid out', () => {
    expect(mayOpen('a.txt')).toBe(true);
    beginOpening('a.txt');
    expect([mayOpen('a.txt'), mayOpen('b.txt')]).toEqual([false, true]);
    vi.runAllTimers();
    expect(mayOpen('a.txt')).toBe(true);
  });

  it('is over when the file is left, or the page is', () => {
    beginOpening('a.txt').end();
    expect(mayOpen('a.txt')).toBe(true);
    beginOpening('a.txt');
    page.dispatchEvent(new Event('pagehide'));
    expect(mayOpen('a.txt')).toBe(true);
  });

  it('of another file keeps that one', () => {
    const first = beginOpening('a.txt');
    beginOpening('b.txt');
    first.end();
    expect([mayOpen('a.txt'), mayOpen('b.txt')]).toEqual([true, false]);
  });
});
