/** Three-way merge of trees into clean files and conflicts. Renames are not detected. */
import { decode, encode, type Bytes } from '../bytes.ts';
import { GitError } from '../git-context.ts';
import { modes, type IndexEntry } from '../index-file.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Files } from '../objects/trees.ts';
import { applyFiles, entryFor, type FileWrite } from '../worktree/apply.ts';
import { refuseOverwrite } from '../worktree/refuse-overwrite.ts';
import { compareFiles, type Side } from '../worktree/compare.ts';
import type { Repository } from '../repository.ts';
import { isWithoutLines } from '../text-lines.ts';
import type { MergeLabels } from './merge-text.ts';

type Conflict = {
  path: string;
  base: Side | undefined;
  ours: Side | undefined;
  theirs: Side | undefined;
  /** The content, and the side, that is written to the working tree. */
  bytes?: Bytes;
  left?: Side;
};

export type MergedTrees = { files: Files; conflicts: Conflict[]; messages: string[] };

export async function mergeTrees(
  objects: ObjectStore,
  base: Files,
  ours: Files,
  theirs: Files,
  labels: MergeLabels,
): Promise<MergedTrees> {
  const result: MergedTrees = { files: new Map(), conflicts: [], messages: [] };
  const paths = [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].sort();
  for (const path of paths) {
    const sides = { path, base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) };
    const clean = pickSide(sides);
    if (clean === 'conflict') await mergeBoth(objects, sides, labels, result);
    else if (clean) result.files.set(path, clean);
  }
  refuseFolderConflicts([...result.files.keys(), ...result.conflicts.map(({ path }) => path)]);
  return result;
}

type Sides = Pick<Conflict, 'path' | 'base' | 'ours' | 'theirs'>;

function isSame(one: Side | undefined, other: Side | undefined): boolean {
  return one?.oid === other?.oid && one?.mode === other?.mode;
}

/** The side that wins; undefined if the file is deleted. */
function pickSide({ base, ours, theirs }: Sides): Side | undefined | 'conflict' {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  return isSame(base, ours) ? theirs : 'conflict';
}

async function mergeBoth(
  objects: ObjectStore,
  sides: Sides,
  labels: MergeLabels,
  result: MergedTrees,
): Promise<void> {
  const { path, base, ours, theirs } = sides;
  if (!ours || !theirs) {
    const left = ours ?? theirs;
    const [gone, there] = ours ? [labels.theirs, labels.ours] : [labels.ours, labels.theirs];
    result.messages.push(
      `CONFLICT (modify/delete): ${path} deleted in ${gone} and modified in ${there}.  Version ${there} of ${path} left in tree.`,
    );
    result.conflicts.push({ ...sides, ...(left && { left }) });
    return;
  }
  // The executable bit is merged separately: the side that changed it wins.
  const mode = ours.mode === base?.mode ? theirs.mode : ours.mode;
  const kind = base ? 'content' : 'add/add';
  if (ours.oid === theirs.oid) {
    result.files.set(path, { mode, oid: ours.oid });
    return;
  }
  result.messages.push(`Auto-merging ${path}`);
  const merged = await mergeBlobs(objects, sides, labels);
  if (merged.conflicts === 0 && merged.bytes) {
    result.files.set(path, { mode, oid: objects.write('blob', merged.bytes) });
    return;
  }
  if (!merged.bytes)
    result.messages.splice(
      -1,
      0,
      `warning: Cannot merge binary files: ${path} (${labels.ours} vs. ${labels.theirs})`,
    );
  result.messages.push(`CONFLICT (${kind}): Merge conflict in ${path}`);
  result.conflicts.push({ ...sides, left: { ...ours, mode }, ...(merged.bytes && { bytes: merged.bytes }) });
}

async function mergeBlobs(
  objects: ObjectStore,
  { base, ours, theirs }: Sides,
  labels: MergeLabels,
): Promise<{ conflicts: number; bytes?: Bytes }> {
  const sides = [base, ours, theirs];
  if (sides.some((side) => side && side.mode !== modes.file && side.mode !== modes.executable))
    return { conflicts: 1 };
  const contents = await Promise.all(
    sides.map(async (side) => (side ? (await objects.read(side.oid)).bytes : new Uint8Array())),
  );
  if (contents.some(isWithoutLines)) return { conflicts: 1 };
  const { mergeText } = await import('./merge-text.ts');
  const [before = '', mine = '', yours = ''] = contents.map(decode);
  const { text, conflicts } = mergeText(before, mine, yours, labels);
  return { conflicts, bytes: encode(text) };
}

/** Rejects merges in which a path is a file on one side and a folder on the other. */
function refuseFolderConflicts(paths: readonly string[]): void {
  const files = new Set(paths);
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (files.has(path.slice(0, end)))
        throw new GitError(
          `error: '${path.slice(0, end)}' is a file on one side and a folder on the other, which cannot be merged here. Rename one of them in a commit of its own, then merge again.`,
          1,
        );
}

/** Applies a merge to index and working tree. `before`: the current files of the index. */
export async function applyMerge(
  repository: Repository,
  before: Files,
  { files, conflicts }: MergedTrees,
  verb: string,
): Promise<{ failures: string[]; failed: ReadonlySet<string> }> {
  const target: Files = new Map(files);
  for (const { path, left } of conflicts) if (left) target.set(path, left);
  const deltas = compareFiles(before, target);
  // Files with conflict markers are written even if our side is unchanged.
  const touched = new Set(deltas.map(({ path }) => path));
  const marked = conflicts.filter(({ path, bytes }) => bytes && !touched.has(path));
  await refuseOverwrite(
    repository,
    [...deltas, ...marked.map(({ path, ours }) => ({ path, before: ours, after: ours }))],
    verb,
  );
  const markers = new Map(conflicts.map(({ path, bytes }) => [path, bytes]));
  const writes = [...deltas, ...marked.map(({ path, left }) => ({ path, after: left }))].map(
    ({ path, after }): FileWrite => {
      const bytes = markers.get(path);
      return { path, side: after, ...(bytes && { bytes }) };
    },
  );
  const { stats, failures, failed } = await applyFiles(repository, writes);
  const index = new Map((await repository.index()).entries.map((entry) => [entry.path, entry]));
  for (const { path, after } of deltas)
    if (after) index.set(path, entryFor(path, after, stats.get(path)));
    else index.delete(path);
  for (const { path } of conflicts) index.delete(path);
  repository.setIndex([...index.values(), ...conflicts.flatMap(stagesOf)]);
  return { failures, failed };
}

function stagesOf({ path, base, ours, theirs }: Conflict): IndexEntry[] {
  return [base, ours, theirs].flatMap((side, at) => (side ? [entryFor(path, side, undefined, at + 1)] : []));
}
