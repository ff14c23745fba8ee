/** Which files changed: since the merge base with main, in commits and in the working tree. */
import { execFileSync } from 'node:child_process';

/**
 * @param {string} root a folder inside a git repository
 * @param {string} [since] a commit to compare with; by default the merge base with `main`
 * @returns {{ since: string, files: string[] }} the commit, and the paths relative to `root`
 * @throws if git cannot compare: it is missing, or the commit is unknown
 */
export function changedFiles(root, since = mergeBase(root)) {
  const lines = (/** @type {string[]} */ ...values) =>
    git(root, ...values)
      .split('\0')
      .filter((line) => line !== '');
  const files = new Set([
    // Without renames, so that the old name of a moved file counts too.
    ...lines('diff', '--name-only', '--no-renames', '-z', since),
    ...lines('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return { since, files: [...files].sort() };
}

/** A clone of one branch has no `main`; then only the working tree counts. @param {string} root */
function mergeBase(root) {
  for (const main of ['main', 'origin/main'])
    try {
      return git(root, 'merge-base', 'HEAD', main).trim();
    } catch {
      // No such branch, or no common commit: try the next name.
    }
  return 'HEAD';
}

/** @param {string} root @param {string[]} values */
function git(root, ...values) {
  return execFileSync('git', values, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
