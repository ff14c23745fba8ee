/** Reads the changes of one commit file by file, within the limits of a card. */
import type { CommitChanges } from '#shared/api/git.ts';
import { commitLimits } from '#workers/contracts/commit-limits.ts';
import { readDiffs } from './diff/diff-text.ts';
import { formatPatch, type Contents } from './diff/patch.ts';
import { statusLetter } from './diff/summary.ts';
import type { GitContext } from './git-context.ts';
import { readCommit } from './objects/commits.ts';
import { resolveCommit } from './refs/revisions.ts';
import { openRepository } from './repository.ts';
import { isWithoutLines } from './text-lines.ts';
import { changesOf } from './worktree/compare.ts';

const kinds: Readonly<Record<string, 'created' | 'deleted'>> = { A: 'created', D: 'deleted' };

/** Compares with the first parent, also for a merge: that is what the merge added to the branch. */
export async function readChanges(
  context: GitContext,
  folder: string,
  revision: string,
  now = () => performance.now(),
): Promise<CommitChanges> {
  const end = now() + commitLimits.diffSeconds * 1_000;
  const repository = await openRepository(context, folder);
  const commit = await readCommit(repository.objects, await resolveCommit(repository, revision));
  const deltas = await changesOf(repository, commit);
  let left: number = commitLimits.diffCharacters;
  const files: CommitChanges['files'] = [];
  for (const delta of deltas.slice(0, commitLimits.files)) {
    const { path } = delta;
    const kind = kinds[statusLetter(delta)] ?? 'changed';
    const [diff] = left > 0 && now() < end ? await readDiffs(repository, [delta], false) : [];
    const text = diff && !isTooLong(diff, left) ? formatPatch(diff) : '';
    // A file whose diff does not fit is listed without it; the next one may fit.
    const isShown = text !== '' && text.length <= left;
    if (isShown) left -= text.length;
    files.push({ path, kind, ...(isShown && { diff: text }) });
  }
  return { files, others: deltas.length - files.length };
}

/**
 * Estimates without comparing: a diff contains at least the lines by which one side is longer, and a UTF-16
 * unit has at most 3 bytes.
 */
function isTooLong({ old, fresh }: Contents, left: number): boolean {
  if (isWithoutLines(old) || isWithoutLines(fresh)) return false;
  if (Math.max(old.length, fresh.length) > commitLimits.comparedBytes) return true;
  return Math.abs(old.length - fresh.length) > 3 * left;
}
