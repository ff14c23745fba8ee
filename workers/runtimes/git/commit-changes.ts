/** What one commit changed, file by file, as far as a card shows it. */
import type { CommitChanges } from '#shared/api/git.ts';
import { commitLimits } from '#workers/contracts/commit-limits.ts';
import { changesOf } from './commands/history/log.ts';
import { diffText } from './diff/diff-text.ts';
import { statusLetter } from './diff/summary.ts';
import type { GitContext } from './git-context.ts';
import { readCommit } from './objects/commits.ts';
import { resolveCommit } from './refs/revisions.ts';
import { openRepository } from './repository.ts';

const kinds: Readonly<Record<string, 'created' | 'deleted'>> = { A: 'created', D: 'deleted' };

/** Against the first parent, also of a merge: that is what it brought to the branch. */
export async function readChanges(
  context: GitContext,
  folder: string,
  revision: string,
): Promise<CommitChanges> {
  const repository = await openRepository(context, folder);
  const commit = await readCommit(repository.objects, await resolveCommit(repository, revision));
  const deltas = await changesOf(repository, commit);
  let left: number = commitLimits.diffCharacters;
  const files: CommitChanges['files'] = [];
  for (const delta of deltas.slice(0, commitLimits.files)) {
    const { path } = delta;
    const kind = kinds[statusLetter(delta)] ?? 'changed';
    const text = left > 0 ? await diffText(repository, [delta], { forms: ['patch'] }) : '';
    // What does not fit is listed without its diff, and the next file may fit.
    const isShown = text !== '' && text.length <= left;
    if (isShown) left -= text.length;
    files.push({ path, kind, ...(isShown && { diff: text }) });
  }
  return { files, others: deltas.length - files.length };
}
