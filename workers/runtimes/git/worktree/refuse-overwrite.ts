/** Protects local changes: a switch or merge that would overwrite them fails. */
import { GitError } from '../git-context.ts';
import { merged, type Repository } from '../repository.ts';
import { compareWorktree, type Delta } from './compare.ts';
import { scanWorktree } from './scan.ts';

/** Throws git's error if local changes to one of these files would be lost. */
export async function refuseOverwrite(
  repository: Repository,
  deltas: readonly Delta[],
  verb: string,
): Promise<void> {
  const { entries, modified } = await repository.index();
  const index = new Map(merged(entries).map((entry) => [entry.path, entry]));
  const affected = deltas.map(({ path }) => path);
  if (affected.length === 0) return;
  const worktree = await scanWorktree(repository, index.keys(), affected);
  const indexed = affected.flatMap((path) => index.get(path) ?? []);
  const dirty = new Map(
    (await compareWorktree(repository, indexed, modified, worktree.files)).map((delta) => [
      delta.path,
      delta,
    ]),
  );
  // A deleted file has no content that could be lost.
  const isLost = ({ path, after }: Delta) => {
    const local = dirty.get(path)?.after;
    return local !== undefined && local.oid !== after?.oid;
  };
  const isStagedOtherwise = ({ path, before, after }: Delta) => {
    const entry = index.get(path);
    return entry?.oid !== before?.oid && !(entry?.oid === after?.oid && entry?.mode === after?.mode);
  };
  const isChanged = (delta: Delta) => isLost(delta) || isStagedOtherwise(delta);
  const isThere = (path: string) => worktree.files.get(path.normalize('NFC'))?.isIgnored === false;
  const changed = deltas.filter(isChanged).map(({ path }) => path);
  const untracked = deltas
    .filter((delta) => !isChanged(delta) && delta.after && !index.has(delta.path))
    .map(({ path }) => path)
    .filter(isThere);
  // Files of the commit that are no longer tracked but still exist.
  const removed = deltas
    .filter(({ path, after }) => !after && !index.has(path) && isThere(path))
    .map(({ path }) => path);
  if (changed.length + untracked.length + removed.length > 0)
    throw overwritten({ changed, untracked, removed }, verb);
}

type Lost = Readonly<Record<'changed' | 'untracked' | 'removed', readonly string[]>>;

function overwritten({ changed, untracked, removed }: Lost, verb: string): Error {
  const next = verb === 'checkout' ? 'switch branches' : verb;
  const list = (paths: readonly string[]) => paths.map((path) => `\t${path}`).join('\n');
  const parts: string[] = [];
  if (changed.length > 0)
    parts.push(
      `error: Your local changes to the following files would be overwritten by ${verb}:\n${list(changed)}\nPlease commit your changes or stash them before you ${next}.`,
    );
  const addUntracked = (what: string, paths: readonly string[]) => {
    if (paths.length > 0)
      parts.push(
        `error: The following untracked working tree files would be ${what} by ${verb}:\n${list(paths)}\nPlease move or remove them before you ${next}.`,
      );
  };
  addUntracked('overwritten', untracked);
  addUntracked('removed', removed);
  return new GitError([...parts, 'Aborting'].join('\n'), 1);
}
