/** `git stash`: stores local changes as commits under `refs/stash`, in git's format. */
import { diffText } from '../../diff/diff-text.ts';
import { short } from '../../diff/patch.ts';
import { fatal, GitError } from '../../git-context.ts';
import { applyMerge, mergeTrees } from '../../merge/merge-trees.ts';
import {
  formatSignature,
  readCommit,
  createSignature,
  subjectOf,
  writeCommit,
} from '../../objects/commits.ts';
import { writeTrees, type Files } from '../../objects/trees.ts';
import {
  branchOf,
  noCommit,
  readHead,
  readLog,
  updateRef,
  writeLog,
  type LogEntry,
} from '../../refs/refs.ts';
import { onDisk, requireIdentity, unmergedPaths, type Repository } from '../../repository.ts';
import { applyFiles, entryFor, switchTree } from '../../worktree/apply.ts';
import { changesOf, compareAll, filesOf, indexFiles } from '../../worktree/compare.ts';
import { readWorkFiles } from '../../worktree/scan.ts';
import { modes } from '../../index-file.ts';
import { contextOf, formOptions, formsOf } from '../history/diff.ts';
import { parseOptions } from '../options.ts';
import { longStatus } from './status.ts';
import { changing, withFailures, type Output } from '../subcommand.ts';

const ref = 'refs/stash';
const keptNote = 'The stash entry is kept in case you need it again.\n';

const verbs: Readonly<
  Record<string, (repository: Repository, args: readonly string[]) => Promise<Output | string>>
> = {
  push,
  save: (repository, args) => push(repository, args.length > 0 ? ['-m', args.join(' ')] : []),
  list: async (repository) =>
    (await readLog(repository, ref)).map(({ message }, at) => `stash@{${at}}: ${message}\n`).join(''),
  show,
  apply: (repository, args) => apply(repository, args, false),
  pop: (repository, args) => apply(repository, args, true),
  async drop(repository, args) {
    const options = parseOptions(args, { quiet: { short: 'q' } });
    const text = await drop(repository, positionOf(options.rest));
    return options.has('quiet') ? '' : text;
  },
  clear: async (repository) => {
    await updateRef(repository, ref, undefined, '');
    return '';
  },
};

export const stash = changing(async (repository, args): Promise<Output | string> => {
  const [verb = 'push', ...rest] = args;
  if (verb.startsWith('-')) return push(repository, args);
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run)
    throw fatal(`subcommand wasn't specified; '${verb}' is none of: ${Object.keys(verbs).join(', ')}`);
  return run(repository, rest);
});

async function push(repository: Repository, args: readonly string[]): Promise<Output | string> {
  const options = parseOptions(args, {
    message: { short: 'm', takes: 'value' },
    'include-untracked': { short: 'u' },
    'keep-index': { short: 'k' },
    quiet: { short: 'q' },
  });
  if (options.rest.length > 0 || options.paths)
    throw fatal('stashing single paths is not supported: commit the other files first, or stash everything');
  const identity = await requireIdentity(repository);
  const head = await readHead(repository);
  if (!head.oid) throw new GitError('You do not have the initial commit yet', 1);
  const { staged, unstaged, conflicts, untracked } = await compareAll(repository);
  if (conflicts.size > 0) throw new GitError('error: could not write index: resolve the conflicts first', 1);
  const others = options.has('include-untracked') ? untracked.filter((path) => !path.endsWith('/')) : [];
  if (staged.length + unstaged.length + others.length === 0)
    return options.has('quiet') ? '' : 'No local changes to save\n';
  const { tree: headTree, message: headMessage } = await readCommit(repository.objects, head.oid);
  const place = `${branchOf(head) ?? '(no branch)'}: ${short(head.oid)} ${subjectOf({ message: headMessage })}`;
  const signature = createSignature(identity);
  const write = (tree: string, parents: string[], message: string) =>
    writeCommit(repository.objects, {
      tree,
      parents,
      author: signature,
      committer: signature,
      message: `${message}\n`,
    });
  const index = indexFiles((await repository.index()).entries);
  const indexTree = writeTrees(repository.objects, index);
  const indexCommit = write(indexTree, [head.oid], `index on ${place}`);
  const worktree = await worktreeFiles(
    repository,
    index,
    unstaged.map(({ path }) => path),
  );
  const parents = [head.oid, indexCommit];
  if (others.length > 0) {
    const files = await worktreeFiles(repository, new Map(), others);
    parents.push(write(writeTrees(repository.objects, files), [], `untracked files on ${place}`));
  }
  const given = options.value('message');
  const message = given === undefined ? `WIP on ${place}` : `On ${branchOf(head) ?? '(no branch)'}: ${given}`;
  const oid = write(writeTrees(repository.objects, worktree), parents, message);
  await addEntry(repository, { oid, before: noCommit, signature: formatSignature(signature), message });
  const failures = await cleanTree(repository, others, options.has('keep-index') ? indexTree : headTree);
  const text = options.has('quiet') ? '' : `Saved working directory and index state ${message}\n`;
  return withFailures(text, failures);
}

/** Removes the stashed changes from the working tree; returns the failures. */
async function cleanTree(
  repository: Repository,
  others: readonly string[],
  tree: string,
): Promise<readonly string[]> {
  // Flushed before files are removed, so that a command that is killed here loses nothing.
  await repository.flush();
  const removed = await applyFiles(
    repository,
    others.map((path) => ({ path, side: undefined })),
  );
  const switched = await switchTree(repository, tree, { isForced: true });
  return [...removed.failures, ...switched.failures];
}

/** `files`, updated with the working-tree contents of these paths. */
async function worktreeFiles(repository: Repository, files: Files, paths: readonly string[]): Promise<Files> {
  const found: Files = new Map(files);
  for await (const { path, bytes } of readWorkFiles(repository, paths)) {
    const mode = files.get(path)?.mode ?? modes.file;
    if (bytes) found.set(path, { mode, oid: repository.objects.write('blob', bytes) });
    else found.delete(path);
  }
  return found;
}

async function addEntry(repository: Repository, entry: LogEntry): Promise<void> {
  const entries = await readLog(repository, ref);
  await setEntries(repository, [entry, ...entries]);
}

/** Rewrites the reflog; each entry refers to the commit of the previous entry. */
async function setEntries(repository: Repository, entries: readonly LogEntry[]): Promise<void> {
  const [top] = entries;
  if (!top) return updateRef(repository, ref, undefined, '');
  await updateRef(repository, ref, top.oid, '');
  await writeLog(
    repository,
    ref,
    entries.map((entry, at) => ({ ...entry, before: entries[at + 1]?.oid ?? noCommit })),
  );
}

function positionOf(args: readonly string[]): number {
  const text = args.find((argument) => !argument.startsWith('-')) ?? '0';
  const position = /^(?:stash@\{)?(\d+)\}?$/.exec(text)?.[1];
  if (position === undefined) throw fatal(`'${text}' is not a stash reference: write stash@{0}`);
  return Number(position);
}

async function entryAtPosition(repository: Repository, position: number): Promise<LogEntry> {
  const entries = await readLog(repository, ref);
  if (entries.length === 0) throw new GitError('No stash entries found.', 1);
  const entry = entries[position];
  if (!entry) throw new GitError(`error: stash@{${position}} is not a valid reference`, 1);
  return entry;
}

async function show(repository: Repository, args: readonly string[]): Promise<string> {
  const options = parseOptions(args, formOptions);
  const { oid } = await entryAtPosition(repository, positionOf(options.rest));
  const deltas = await changesOf(repository, await readCommit(repository.objects, oid));
  return diffText(repository, deltas, { forms: formsOf(options, 'stat'), ...contextOf(options) });
}

async function apply(repository: Repository, args: readonly string[], isDropped: boolean): Promise<Output> {
  const options = parseOptions(args, { index: {}, quiet: { short: 'q' } });
  const position = positionOf(options.rest);
  const { oid } = await entryAtPosition(repository, position);
  const isQuiet = options.has('quiet');
  try {
    return await applyEntry(repository, oid, { position, isDropped, isQuiet });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const status = isQuiet ? '' : await longStatus(repository);
    throw new GitError(error.message, error.exitCode, status + (isDropped ? keptNote : ''));
  }
}

async function applyEntry(
  repository: Repository,
  oid: string,
  { position, isDropped, isQuiet }: { position: number; isDropped: boolean; isQuiet: boolean },
): Promise<Output> {
  const { entries } = await repository.index();
  if (unmergedPaths(entries).length > 0)
    throw new GitError('error: could not write index: resolve the conflicts first', 1);
  const { parents } = await readCommit(repository.objects, oid);
  const [base = '', , untracked] = parents;
  const ours = indexFiles(entries);
  const merged = await mergeTrees(
    repository.objects,
    await filesOf(repository, base),
    ours,
    await filesOf(repository, oid),
    { ours: 'Updated upstream', theirs: 'Stashed changes' },
  );
  const { failures, failed } = await applyMerge(repository, ours, merged, 'merge');
  if (untracked) failures.push(...(await restoreUntracked(repository, untracked)));
  const notes = merged.messages.map((line) => `${line}\n`).join('');
  const hasConflicts = merged.conflicts.length > 0;
  if (!hasConflicts) await unstageOld(repository, ours, failed);
  const status = isQuiet ? '' : await longStatus(repository);
  if (hasConflicts || failures.length > 0)
    return {
      stdout: `${notes}${status}${isDropped ? keptNote : ''}`,
      stderr: failures.map((line) => `${line}\n`).join(''),
      exitCode: 1,
    };
  const dropped = isDropped ? await drop(repository, position) : '';
  return { stdout: isQuiet ? '' : notes + status + dropped };
}

/** Restores index entries that existed before; only new files that were written stay staged, as in git. */
async function unstageOld(repository: Repository, ours: Files, failed: ReadonlySet<string>): Promise<void> {
  const { entries } = await repository.index();
  const there = new Set(entries.map(({ path }) => path));
  const kept = entries.flatMap((entry) => {
    const before = ours.get(entry.path);
    if (!before) return failed.has(entry.path) ? [] : entry;
    return before.oid === entry.oid ? entry : entryFor(entry.path, before, undefined);
  });
  const gone = [...ours].filter(([path]) => !there.has(path));
  repository.setIndex([...kept, ...gone.map(([path, side]) => entryFor(path, side, undefined))]);
}

/** Returns the failures. */
async function restoreUntracked(repository: Repository, oid: string): Promise<readonly string[]> {
  const files = await filesOf(repository, oid);
  for (const path of files.keys())
    if (await repository.fs.read(onDisk(repository, path)))
      throw new GitError(
        `${path} already exists, no checkout\nerror: could not restore untracked files from stash`,
        1,
      );
  const { failures } = await applyFiles(
    repository,
    [...files].map(([path, side]) => ({ path, side })),
  );
  return failures;
}

async function drop(repository: Repository, position: number): Promise<string> {
  const { oid } = await entryAtPosition(repository, position);
  const entries = await readLog(repository, ref);
  await setEntries(
    repository,
    entries.filter((_, at) => at !== position),
  );
  return `Dropped refs/stash@{${position}} (${oid})\n`;
}
