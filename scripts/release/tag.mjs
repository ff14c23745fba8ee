/** Tags a release: version, changelog, commit, tag. It pushes nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateChangelog } from './changelog.mjs';

/** @typedef {'patch' | 'minor' | 'major'} Kind */

/**
 * @param {string} root the project's folder @param {Kind} kind @param {string} date such as 2026-11-26
 * @returns {string} the tag
 * @throws if files changed since the last commit, the branch is not `main`, or nothing is unreleased
 */
export function tagRelease(root, kind, date) {
  const git = (/** @type {string[]} */ ...values) => run(root, 'git', values);
  if (git('status', '--porcelain') !== '')
    throw new Error('Commit your changes first: the tree is not clean.');
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new Error(`A release is tagged on main; this is ${branch || 'no branch'}.`);
  const changelog = join(root, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  const version = nextVersion(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version, kind);
  const dated = dateChangelog(text, version, date);
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`);
  for (const file of ['package.json', 'package-lock.json']) setVersion(join(root, file), version);
  writeFileSync(changelog, dated);
  git('commit', '--quiet', '--all', '--message', `release: ${version}`);
  git('tag', '--annotate', tag, '--message', `OneClaw ${version}`);
  return tag;
}

/** @param {string} version @param {Kind} kind */
function nextVersion(version, kind) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (kind === 'major') return `${major + 1}.0.0`;
  return kind === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Keeps the rest of the file as it is. The lock file repeats the version in the entry of the project. @param {string} file @param {string} version */
function setVersion(file, version) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.version = version;
  if (manifest.packages?.['']) manifest.packages[''].version = version;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @param {string} root @param {string} command @param {string[]} values */
function run(root, command, values) {
  return execFileSync(command, values, { cwd: root, encoding: 'utf8' }).trim();
}
