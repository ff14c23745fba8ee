/** Paths in a text stay in the workspace; inline code is looked up only where it may be the name of a file. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute } from '#src/state/base/route.ts';
import { linkedPaths, namedPaths } from '#src/ui/markdown/workspace-path.ts';

describe('linkedPaths', () => {
  it('never leave the workspace nor keep a scheme, and become addresses of the app only', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2f',
      '%5c',
      ':',
      'http',
      'a',
      '\t',
      '&#46;',
      '%',
      '#',
      '?',
      ' ',
    );
    const address = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(address, fc.constantFrom('', 'a', 'a/b'), (href, folder) => {
        for (const path of linkedPaths(href, folder)) {
          expect(path.split('/')).not.toContain('..');
          expect(path).not.toMatch(/^\/|\\/);
          expect(formatRoute({ view: 'files', path })).toMatch(/^#\/files\/[^/:]/);
        }
        if (/^\s*[a-z]+:/.test(href)) expect(linkedPaths(href, folder)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are not asked for in an address as long as an attack', () => {
    expect(linkedPaths('a/'.repeat(600), '')).toEqual([]);
  });
});

describe('namedPaths', () => {
  it.each([
    ['report.md', '', 'report.md'],
    ['./src/app.ts:12', 'lib', 'lib/src/app.ts'],
    ['src/app.ts:12:5', '', 'src/app.ts'],
    ['data/', '', 'data'],
    ['/workspace/a b.csv', 'lib', 'a b.csv'],
    ['.env', '', '.env'],
    ['Übersicht.xlsx', '', 'Übersicht.xlsx'],
  ])('%s in %j is %s', (code, folder, path) => expect(namedPaths(code, folder)).toEqual([path]));

  it.each([
    ...[
      'npm',
      'a',
      '--help.txt',
      'https://example.com/a.md',
      '/etc/passwd',
      'a = b.c',
      '*.md',
      '~/.bashrc',
      '../a.md',
    ],
    ...[
      'if (a) { b.c }',
      '$HOME/a.txt',
      'a\nb.md',
      '<b.md>',
      'x'.repeat(300) + '.md',
      'mailto:a@b.de',
      '//host/a.png',
    ],
  ])('%j is no name of a file here', (code) => expect(namedPaths(code, '')).toEqual([]));
});
