import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolvePath } from '#workers/storage/workspace/path-gate.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

describe('resolvePath', () => {
  it.each([
    ['notes/today.txt', ['notes', 'today.txt']],
    ['./notes//today.txt', ['notes', 'today.txt']],
    ['/workspace/a.txt', ['a.txt']],
    ['/workspace', []],
    ['.', []],
    ['', []],
    ['cafe\u0301.txt', ['café.txt']],
    ['%2e%2e/a', ['%2e%2e', 'a']],
    ['/', []],
    ['//', []],
    ['/workspace', []],
    ['名前.txt', ['名前.txt']],
    ['❤️.txt', ['❤️.txt']],
  ])('%j names %j', (path, segments) => {
    expect(resolvePath(path)).toEqual(segments);
  });

  it.each([
    '../x',
    'a/../../x',
    'a/..',
    '/etc/passwd',
    '/data/data/com.oneclaw.shadow/databases/oneclaw.db',
    '/workspaces/x',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u202eb',
    'a\u200bb',
    'a\u00adb',
    'a\u3164b',
    'a\u{e0041}b',
    'a\ufe0f.txt',
    'x.crswap',
    'dir/X.CRSWAP',
    'a'.repeat(256),
    'a/'.repeat(600),
    '\ud800',
  ])('%j is refused as path_not_allowed', (path) => {
    expect(() => resolvePath(path)).toThrow(
      expect.objectContaining({ name: 'ToolError', type: 'path_not_allowed' }) as Error,
    );
  });

  it('never lets a segment out that could climb, split or hide, whatever the input', () => {
    const nasty = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '\0',
      '\u202e',
      '%2e',
      'workspace',
      '.crswap',
      '~',
      'C:',
      '…',
      ' ',
    );
    const path = fc
      .array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(path, (input) => {
        let segments: readonly string[];
        try {
          segments = resolvePath(input);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError);
          return;
        }
        for (const segment of segments) {
          expect(segment).not.toMatch(/^\.{0,2}$|[/\\\0]/u);
          expect(segment).toBe(segment.normalize('NFC'));
          expect(segment.toLowerCase().endsWith('.crswap')).toBe(false);
        }
      }),
      { numRuns: process.env.SOAK ? 100_000 : 10_000 },
    );
  });
});
