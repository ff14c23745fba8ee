/** Which files count as changed, in a real repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changedFiles } from '#scripts/quick/changed-files.mjs';

let folder: string;
const git = (...values: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...values], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
const write = (name: string, text = name) => writeFileSync(join(folder, name), text);
const commit = (name: string) => {
  write(name);
  git('add', '.');
  git('commit', '-qm', name);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changed-'));
  git('init', '-qb', 'main');
  commit('base.txt');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('compares a branch with its merge base with main, and adds the working tree', () => {
  const base = git('rev-parse', 'HEAD');
  git('checkout', '-qb', 'topic');
  commit('committed.txt');
  write('new file.txt');
  write('base.txt', 'edited');
  expect(changedFiles(folder)).toEqual({
    since: base,
    files: ['base.txt', 'committed.txt', 'new file.txt'],
  });
});

it('names nothing on main without changes, and the last commit on request', () => {
  commit('second.txt');
  expect(changedFiles(folder).files).toEqual([]);
  expect(changedFiles(folder, 'HEAD~1').files).toEqual(['second.txt']);
});

it('names both paths of a moved file', () => {
  git('mv', 'base.txt', 'moved.txt');
  expect(changedFiles(folder).files).toEqual(['base.txt', 'moved.txt']);
});

it('names the working tree where there is no main', () => {
  git('branch', '-qm', 'trunk');
  write('new.txt');
  expect(changedFiles(folder)).toEqual({ since: 'HEAD', files: ['new.txt'] });
});
