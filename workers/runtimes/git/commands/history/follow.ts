/** `git log --follow`: the commits that changed a file, also under its former names. */
import { decode } from '../../bytes.ts';
import { usage } from '../../git-context.ts';
import { walkHistory } from '../../history.ts';
import { readCommit, type Commit } from '../../objects/commits.ts';
import { entryAt } from '../../objects/trees.ts';
import type { Repository } from '../../repository.ts';
import { changesOf, type Delta } from '../../worktree/compare.ts';
import type { Pathspec } from '../../worktree/pathspec.ts';

/** git takes files for the same if half of their content is. */
const leastSimilarity = 0.5;

export async function* followFile(
  repository: Repository,
  walk: { starts: string[]; excluded: string[] },
  specs: readonly Pathspec[],
): AsyncGenerator<Commit> {
  const [spec, second] = specs;
  if (!spec || second) throw usage('--follow requires exactly one pathspec');
  let path = spec.base;
  for await (const { oid } of walkHistory(repository, walk)) {
    const commit = await readCommit(repository.objects, oid);
    const [parent] = commit.parents;
    const before = parent === undefined ? undefined : await entryIn(repository, parent, path);
    const after = await entryAt(repository.objects, commit.tree, path);
    if (before?.oid === after?.oid) continue;
    // A merge that takes the file from another parent changes nothing itself.
    if (commit.parents.length > 1 && (await isTaken(repository, commit, path, after?.oid))) continue;
    yield commit;
    if (before || !after) continue;
    path = (await formerName(repository, commit, after.oid)) ?? path;
  }
}

async function entryIn(repository: Repository, oid: string, path: string) {
  const { tree } = await readCommit(repository.objects, oid);
  return entryAt(repository.objects, tree, path);
}

async function isTaken(
  repository: Repository,
  { parents }: Commit,
  path: string,
  oid: string | undefined,
): Promise<boolean> {
  for (const parent of parents) if ((await entryIn(repository, parent, path))?.oid === oid) return true;
  return false;
}

/** The file that the commit deleted and that is most like the new one. */
async function formerName(repository: Repository, commit: Commit, oid: string): Promise<string | undefined> {
  const deleted = (await changesOf(repository, commit)).filter(({ after }) => !after);
  const same = deleted.find(({ before }) => before?.oid === oid);
  if (same) return same.path;
  const lines = await linesOf(repository, oid);
  let best: { delta: Delta; similarity: number } | undefined;
  for (const delta of deleted) {
    const similarity = similarityOf(lines, await linesOf(repository, delta.before?.oid ?? ''));
    if (similarity >= (best?.similarity ?? leastSimilarity)) best = { delta, similarity };
  }
  return best?.delta.path;
}

async function linesOf(repository: Repository, oid: string): Promise<string[]> {
  return decode((await repository.objects.read(oid)).bytes).split(/(?<=\n)/);
}

/** The share of characters in lines that both have. */
function similarityOf(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of one) {
    const left = counts.get(line) ?? 0;
    if (left > 0) shared += line.length;
    counts.set(line, left - 1);
  }
  const size = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0);
  return shared / Math.max(1, size(one), size(other));
}
