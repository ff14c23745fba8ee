/** The archive of a release: the same files give the same bytes, and tar can read them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checksumLine, entriesOf, pack } from '#scripts/release/pack.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pack-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the same files in any order, with any time and mode. */
function fill(name: string, names: readonly string[], seconds: number, mode: number): string {
  const path = join(folder, name);
  mkdirSync(join(path, 'assets'), { recursive: true });
  for (const each of names) {
    writeFileSync(join(path, each), `text of ${each}`, { mode });
    utimesSync(join(path, each), seconds, seconds);
  }
  return path;
}

it('gives the same bytes for the same files, in any order, at any time, with any mode', () => {
  const names = ['index.html', 'assets/a.js', '_headers'];
  const one = pack(entriesOf(fill('one', names, 1_000, 0o600), 'app'));
  const other = pack(entriesOf(fill('other', names.toReversed(), 2_000, 0o755), 'app'));
  expect(one.equals(other)).toBe(true);
  expect(checksumLine('app.tar.gz', one)).toMatch(/^[0-9a-f]{64} {2}app\.tar\.gz\n$/);
});

it('gives other bytes for another name or content', () => {
  const bytes = (name: string, text: string) => pack([{ name, body: Buffer.from(text) }]);
  expect(bytes('a', 'x').equals(bytes('b', 'x'))).toBe(false);
  expect(bytes('a', 'x').equals(bytes('a', 'y'))).toBe(false);
});

it('is unpacked by tar, also an empty file and one of a whole block', () => {
  const bodies = { 'app/empty': '', 'app/assets/block': 'b'.repeat(512), 'app/é.txt': 'text' };
  const archive = pack(Object.entries(bodies).map(([name, text]) => ({ name, body: Buffer.from(text) })));
  writeFileSync(join(folder, 'app.tar.gz'), archive);
  execFileSync('tar', ['-xzf', 'app.tar.gz'], { cwd: folder });
  for (const [name, text] of Object.entries(bodies))
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

it('refuses a path that the format cannot hold', () => {
  expect(() => pack([{ name: 'a'.repeat(101), body: Buffer.from('') }])).toThrow(/too long/);
});
