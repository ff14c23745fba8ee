import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  checkLicences,
  checkLock,
  checkVersions,
  conclude,
  isAllowed,
  readAudit,
  shippedPackages,
  trustAudit,
} from '#scripts/release-check.mjs';

const hash = `sha512-${'a'.repeat(86)}==`;

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0', false],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND GPL-3.0)', false],
    ['GPL-3.0 OR (MIT AND Zlib)', true],
    ['(GPL-3.0 OR MIT) AND LGPL-3.0', false],
    ['SEE LICENSE', undefined],
    ['(MIT', undefined],
    ['UNLICENSED', false],
    ['', false],
  ])('%s: %s', (expression, expected) => {
    if (expected === undefined) expect(() => isAllowed(expression)).toThrow(/licence/);
    else expect(isAllowed(expression)).toBe(expected);
  });

  const packages = {
    '': { dependencies: { one: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/one': {
      license: 'MIT',
      dependencies: { two: '1.0.0', native: '1.0.0' },
      optionalDependencies: { native: '1.0.0' },
    },
    'node_modules/one/node_modules/two': { license: 'GPL-3.0', dependencies: { three: '1.0.0' } },
    'node_modules/two': { license: 'MIT' },
    'node_modules/three': { dependencies: { one: '1.0.0' } },
    'node_modules/native': { license: 'LGPL-3.0' },
    'node_modules/tool': { license: 'GPL-3.0' },
  };

  it('are those of the packages that are shipped, resolved as Node does', () => {
    expect(shippedPackages({ packages })).toEqual([
      'node_modules/one',
      'node_modules/one/node_modules/two',
      'node_modules/three',
    ]);
    expect(checkLicences({ packages })).toEqual([
      'one > two has the licence GPL-3.0, which is not allowed.',
      'three names no licence.',
    ]);
  });

  it('are read from the text where the declared one is no identifier', () => {
    const lockOf = (version: string) => ({
      packages: {
        '': { dependencies: { duck: version } },
        'node_modules/duck': { version, license: 'BSD' },
      },
    });
    expect(checkLicences(lockOf('0.1.12'))).toEqual([]);
    expect(checkLicences(lockOf('0.1.13'))).toEqual(['duck has the licence BSD, which is not allowed.']);
  });

  it('cannot be checked if a package is missing', () => {
    const torn = { packages: { '': { dependencies: { gone: '1.0.0' } } } };
    expect(() => shippedPackages(torn)).toThrow('gone, which the app needs, is not in the lock file.');
  });
});

describe('the lock file', () => {
  it('has a hash and a registry for each package', () => {
    const good = { version: '1.0.0', integrity: hash };
    const packages = {
      '': {},
      'node_modules/fine': { ...good, resolved: 'https://registry.npmjs.org/fine/-/fine-1.0.0.tgz' },
      'node_modules/placeless': good,
      'node_modules/bare': { version: '1.0.0' },
      'node_modules/weak': { ...good, integrity: 'sha1-abc' },
      'node_modules/git': { ...good, resolved: 'git+ssh://git@github.com/a/b.git#1' },
      'node_modules/twin': { ...good, resolved: 'https://registry.npmjs.org.evil.example/x.tgz' },
      'node_modules/folder': { version: '1.0.0', link: true },
    };
    expect(checkLock({ packages })).toEqual([
      'bare has no SHA-512 hash.',
      'weak has no SHA-512 hash.',
      'git comes from git+ssh://git@github.com/a/b.git#1.',
      'twin comes from https://registry.npmjs.org.evil.example/x.tgz.',
      'folder is a link to a folder.',
    ]);
  });

  it('has the exact versions of package.json', () => {
    const manifest = {
      dependencies: { fine: '1.0.0', loose: '^1.0.0', tagged: 'latest' },
      devDependencies: {
        moved: '2.0.0',
        next: '1.0.0-alpha.12',
        alias: 'npm:@other/name@3.0.0',
        range: 'npm:other@^3.0.0',
      },
      overrides: { pinned: '1.2.3', free: '>=1' },
    };
    const packages = {
      'node_modules/fine': { version: '1.0.0' },
      'node_modules/moved': { version: '2.0.1' },
      'node_modules/next': { version: '1.0.0-alpha.12' },
      'node_modules/alias': { version: '3.0.0' },
    };
    expect(checkVersions(manifest, { packages })).toEqual([
      'loose: "^1.0.0" is not an exact version.',
      'tagged: "latest" is not an exact version.',
      'moved is 2.0.0 in package.json and 2.0.1 in the lock file.',
      'range: "npm:other@^3.0.0" is not an exact version.',
      'The override of free is not an exact version.',
    ]);
  });
});

it('finds no problem in the packages of this project', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')) as never;
  const [manifest, lock] = [read('package.json'), read('package-lock.json')];
  expect([...checkVersions(manifest, lock), ...checkLock(lock), ...checkLicences(lock)]).toEqual([]);
});

describe('advisories', () => {
  const refusal = JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '' } });
  const via = [{ title: 'Prototype pollution', url: 'https://example.com/1' }, 'other'];
  const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });

  it.each([
    ['', 'npm printed nothing'],
    ['npm error network', 'npm error network'],
    [refusal, '405 Method Not Allowed'],
    ['{}', 'npm printed no report of version 2'],
    ['{"auditReportVersion":2}', 'npm printed no report of version 2'],
    ['[]', '[]'],
  ])('were not asked for: %s', (output, reason) => {
    expect(readAudit(output)).toEqual({ type: 'not_asked', reason });
  });

  it('are named with their titles', () => {
    expect(readAudit(report({ lodash: { severity: 'high', via } }))).toEqual({
      type: 'asked',
      advisories: ['lodash, high: Prototype pollution (https://example.com/1); other'],
    });
    expect(readAudit(report({}))).toEqual({ type: 'asked', advisories: [] });
  });

  it('count as absent only if the registry knows those of a package with known ones', async () => {
    const ask = vi.fn(async () => readAudit(report({})));
    expect(await trustAudit(readAudit(report({})), ask)).toMatchObject({ type: 'not_asked' });
    expect(await trustAudit(readAudit(refusal), ask)).toMatchObject({ type: 'not_asked' });
    expect(ask).not.toHaveBeenCalled();
    const knowing = readAudit(report({ lodash: { severity: 'high', via } }));
    expect(await trustAudit(knowing, ask)).toEqual({ type: 'asked', advisories: [] });
  });
});

describe('the conclusion', () => {
  const fine = { title: 'licences', problems: [] };
  const bad = { title: 'licences', problems: ['x is bad.'] };
  const none = { type: 'asked' as const, advisories: [] };
  const some = { type: 'asked' as const, advisories: ['lodash, high'] };
  const unasked = { type: 'not_asked' as const, reason: '405' };

  it.each([
    ['all is well', fine, none, 0],
    ['a problem', bad, none, 1],
    ['an advisory', fine, some, 1],
    ['nobody could be asked', fine, unasked, 2],
    ['a problem, and nobody could be asked', bad, unasked, 1],
  ])('%s', (_title, check, audit, code) => {
    expect(conclude([check], audit).code).toBe(code);
  });

  it('says that it could not ask', () => {
    const text = conclude([fine], unasked).lines.join('\n');
    expect(text).toContain('advisories: could not ask (405)');
    expect(text).not.toContain('good  advisories');
  });
});
