/** `npm run tag`: what it refuses, and what it changes, in a real repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tagRelease } from '#scripts/release/tag.mjs';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A tool.\n\n## [0.1.0] - 2026-01-01\n\n- First.\n';
const manifest = { name: 'app', version: '0.1.0' };

let folder: string;
const git = (...values: string[]) => execFileSync('git', values, { cwd: folder, encoding: 'utf8' }).trim();
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tag-'));
  git('init', '-qb', 'main');
  git('config', 'user.name', 'T');
  git('config', 'user.email', 't@example.com');
  write('package.json', json(manifest));
  write('package-lock.json', json({ ...manifest, lockfileVersion: 3, packages: { '': manifest } }));
  write('CHANGELOG.md', changelog);
  git('add', '.');
  git('commit', '-qm', 'first');
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['patch', '0.1.1'],
  ['minor', '0.2.0'],
  ['major', '1.0.0'],
] as const)('tags a %s release as %s', (kind, version) => {
  expect(tagRelease(folder, kind, '2026-02-03')).toBe(`v${version}`);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s %D')).toBe(`release: ${version} HEAD -> main, tag: v${version}`);
  expect(read('package.json')).toBe(json({ ...manifest, version }));
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  expect(read('CHANGELOG.md')).toBe(
    changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - 2026-02-03\n`),
  );
});

it('refuses changes that are not committed', () => {
  write('new.txt', '');
  expect(() => tagRelease(folder, 'patch', '2026-02-03')).toThrow(/not clean/);
});

it('refuses another branch', () => {
  git('checkout', '-qb', 'topic');
  expect(() => tagRelease(folder, 'patch', '2026-02-03')).toThrow(/this is topic/);
});

it('refuses a release in which nothing changed, and an existing tag, and leaves the files alone', () => {
  tagRelease(folder, 'patch', '2026-02-03');
  expect(() => tagRelease(folder, 'patch', '2026-02-03')).toThrow(/nothing is under/);
  git('tag', 'v0.1.2');
  write('CHANGELOG.md', read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n'));
  git('commit', '-qam', 'more');
  expect(() => tagRelease(folder, 'patch', '2026-02-03')).toThrow(/v0\.1\.2 exists/);
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.1.1' });
  expect(git('status', '--porcelain')).toBe('');
});
