/** `git merge`: a fast-forward, a merge commit, or conflicts that `git commit` concludes. */
import { diffText } from '../../diff/diff-text.ts';
import { short } from '../../diff/patch.ts';
import { fatal, GitError } from '../../git-context.ts';
import { mergeBases } from '../../history.ts';
import { applyMerge, mergeTrees } from '../../merge/merge-trees.ts';
import { readCommit, createSignature, writeCommit } from '../../objects/commits.ts';
import { flattenTree, writeTrees } from '../../objects/trees.ts';
import { branchOf, moveHead, readHead, resolveRef } from '../../refs/refs.ts';
import { findRefName, resolveCommit } from '../../refs/revisions.ts';
import { upstreamOf } from '../../refs/upstream.ts';
import { requireIdentity, unmergedPaths, type Repository } from '../../repository.ts';
import { switchTree } from '../../worktree/apply.ts';
import { compareAll, compareFiles, filesOf } from '../../worktree/compare.ts';
import { defaultBranch } from './branch.ts';
import { clearState, cleanMessage, commit } from '../changes/commit.ts';
import { parseOptions } from '../options.ts';
import type { Invocation, Output, Subcommand } from '../subcommand.ts';
import { changing, quietly, withFailures } from '../subcommand.ts';

export const merge: Subcommand = (invocation: Invocation) =>
  invocation.args.includes('--continue') ? commit({ ...invocation, args: [] }) : mergeIn(invocation);

const mergeIn = changing(async (repository, args): Promise<Output | string> => {
  const options = parseOptions(args, {
    abort: {},
    quit: {},
    ff: {},
    'no-ff': {},
    'ff-only': {},
    squash: {},
    commit: {},
    'no-commit': {},
    message: { short: 'm', takes: 'value' },
    edit: { short: 'e' },
    'no-edit': {},
    stat: {},
    'no-stat': { short: 'n' },
    quiet: { short: 'q' },
    verbose: { short: 'v' },
    'allow-unrelated-histories': {},
  });
  if (options.has('abort')) return abortMerge(repository);
  if (options.has('quit')) return clearState(repository).then(() => '');
  const [name = await defaultSource(repository), second] = options.rest;
  if (second !== undefined)
    throw fatal(
      'merging more than one branch at once (octopus) is not supported: merge them one after the other',
    );
  const output = await mergeRevision(repository, name, {
    isFastForwardOnly: options.has('ff-only'),
    isNoFastForward: options.has('no-ff'),
    isSquash: options.has('squash'),
    isNoCommit: options.has('no-commit'),
    isUnrelatedAllowed: options.has('allow-unrelated-histories'),
    message: options.values('message').join('\n\n') || undefined,
  });
  return options.has('quiet') ? quietly(output) : output;
});

async function defaultSource(repository: Repository): Promise<string> {
  const branch = branchOf(await readHead(repository));
  const upstream = branch === undefined ? undefined : await upstreamOf(repository, branch);
  if (!upstream) throw fatal('No remote for the current branch: name what to merge');
  return upstream.short;
}

export type MergeOptions = {
  isFastForwardOnly?: boolean;
  isNoFastForward?: boolean;
  isSquash?: boolean;
  isNoCommit?: boolean;
  isUnrelatedAllowed?: boolean;
  message?: string | undefined;
  /** The text of the reflog entry. */
  action?: string;
};

export async function mergeRevision(
  repository: Repository,
  name: string,
  options: MergeOptions,
): Promise<Output | string> {
  await refuseUnfinished(repository);
  const head = await readHead(repository);
  const theirs = await findMergeable(repository, name);
  const target = await readCommit(repository.objects, theirs);
  if (!head.oid) {
    const { failures } = await switchTree(repository, target.tree, { verb: 'merge' });
    await moveHead(repository, theirs, 'initial pull');
    return withFailures('', failures);
  }
  const ours = head.oid;
  const [base] = await mergeBases(repository, ours, theirs);
  if (!base && !options.isUnrelatedAllowed) throw fatal('refusing to merge unrelated histories');
  if (base === theirs) return `Already up to date.${options.isSquash ? ' (nothing to squash)' : ''}\n`;
  const action = options.action ?? `merge ${name}`;
  if (base === ours && !options.isNoFastForward)
    return fastForward(repository, ours, theirs, options.isSquash ? undefined : `${action}: Fast-forward`);
  if (options.isFastForwardOnly)
    throw new GitError(
      "hint: Diverging branches can't be fast-forwarded, you need to either:\nhint:\nhint: \tgit merge --no-ff\nfatal: Not possible to fast-forward, aborting.",
    );
  return trueMerge(repository, { name, ours, theirs, base, options, action });
}

async function findMergeable(repository: Repository, name: string): Promise<string> {
  try {
    return await resolveCommit(repository, name);
  } catch (error) {
    if (!(error instanceof GitError) || !error.message.includes('ambiguous argument')) throw error;
    throw new GitError(`merge: ${name} - not something we can merge`, 1);
  }
}

export async function refuseUnfinished(repository: Repository): Promise<void> {
  if (unmergedPaths((await repository.index()).entries).length > 0)
    throw new GitError(
      `error: Merging is not possible because you have unmerged files.
hint: Fix them up in the work tree, and then use 'git add/rm <file>'
hint: as appropriate to mark resolution and make a commit.
fatal: Exiting because of an unresolved conflict.`,
    );
  if (await repository.fs.read(`${repository.gitdir}/MERGE_HEAD`))
    throw new GitError(
      'fatal: You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.',
    );
}

/** Without `action`, the commits are squashed: the branch stays. */
async function fastForward(
  repository: Repository,
  ours: string,
  theirs: string,
  action: string | undefined,
): Promise<Output> {
  const target = await readCommit(repository.objects, theirs);
  const title = `Updating ${short(ours)}..${short(theirs)}\n`;
  const { failures } = await switchTree(repository, target.tree, { verb: 'merge' }).catch(
    (error: unknown) => {
      throw error instanceof GitError ? new GitError(error.message, error.exitCode, title) : error;
    },
  );
  repository.fs.write(`${repository.gitdir}/ORIG_HEAD`, `${ours}\n`);
  if (action !== undefined) await moveHead(repository, theirs, action);
  else repository.fs.write(`${repository.gitdir}/MERGE_MSG`, await squashMessage(repository, theirs));
  const note = action === undefined ? 'Squash commit -- not updating HEAD\n' : '';
  const stat = await commitStat(repository, ours, theirs);
  return withFailures(`${title}Fast-forward\n${note}${stat}`, failures);
}

async function commitStat(repository: Repository, before: string, after: string): Promise<string> {
  const deltas = compareFiles(await filesOf(repository, before), await filesOf(repository, after));
  return diffText(repository, deltas, { forms: ['stat', 'summary'] });
}

type TrueMerge = {
  name: string;
  ours: string;
  theirs: string;
  base: string | undefined;
  options: MergeOptions;
  action: string;
};

async function trueMerge(repository: Repository, merging: TrueMerge): Promise<Output> {
  const { name, ours, theirs, base, options } = merging;
  const identity = options.isSquash ? undefined : await requireIdentity(repository);
  await refuseStaged(repository);
  const before = await filesOf(repository, ours);
  const merged = await mergeTrees(
    repository.objects,
    await filesOf(repository, base),
    before,
    await filesOf(repository, theirs),
    { ours: 'HEAD', theirs: name },
  );
  const { failures } = await applyMerge(repository, before, merged, 'merge');
  const notes = merged.messages.map((line) => `${line}\n`).join('');
  const message = options.message ?? (await mergeMessage(repository, name));
  const { fs, gitdir } = repository;
  fs.write(`${gitdir}/ORIG_HEAD`, `${ours}\n`);
  const conflicts = merged.conflicts.map(({ path }) => path);
  if (conflicts.length > 0 || options.isNoCommit || options.isSquash) {
    const list = conflicts.map((path) => `#\t${path}\n`).join('');
    const text = `${cleanMessage(message)}${list && `\n# Conflicts:\n${list}`}`;
    if (options.isSquash) fs.write(`${gitdir}/MERGE_MSG`, await squashMessage(repository, theirs));
    else {
      fs.write(`${gitdir}/MERGE_HEAD`, `${theirs}\n`);
      fs.write(`${gitdir}/MERGE_MODE`, options.isNoFastForward ? 'no-ff' : '');
      fs.write(`${gitdir}/MERGE_MSG`, text);
    }
    const output = withFailures(`${notes}${unfinished(conflicts.length > 0, options)}`, failures);
    return conflicts.length > 0 ? { ...output, exitCode: 1 } : output;
  }
  const tree = writeTrees(repository.objects, merged.files);
  const signature = createSignature(identity ?? (await requireIdentity(repository)));
  const oid = writeCommit(repository.objects, {
    tree,
    parents: [ours, theirs],
    author: signature,
    committer: signature,
    message: cleanMessage(message),
  });
  await moveHead(repository, oid, `${merging.action}: Merge made by the 'ort' strategy.`);
  const stat = await commitStat(repository, ours, oid);
  return withFailures(`${notes}Merge made by the 'ort' strategy.\n${stat}`, failures);
}

function unfinished(hasConflicts: boolean, options: MergeOptions): string {
  if (hasConflicts) return 'Automatic merge failed; fix conflicts and then commit the result.\n';
  return options.isSquash
    ? 'Squash commit -- not updating HEAD\nAutomatic merge went well; stopped before committing as requested\n'
    : 'Automatic merge went well; stopped before committing as requested\n';
}

async function squashMessage(repository: Repository, theirs: string): Promise<string> {
  const { oid, message } = await readCommit(repository.objects, theirs);
  return `Squashed commit of the following:\n\ncommit ${oid}\n\n    ${message.trimEnd().replaceAll('\n', '\n    ')}\n`;
}

/** Rejects staged changes: git merges only into an index that equals HEAD. */
export async function refuseStaged(repository: Repository): Promise<void> {
  const { staged } = await compareAll(repository);
  if (staged.length === 0) return;
  throw new GitError(
    `error: Your local changes to the following files would be overwritten by merge:\n${staged.map(({ path }) => `  ${path}`).join('\n')}\nPlease commit your changes or stash them before you merge.`,
  );
}

async function mergeMessage(repository: Repository, name: string): Promise<string> {
  const ref = await findRefName(repository, name);
  const into = branchOf(await readHead(repository)) ?? 'HEAD';
  const suffix = await intoSuffix(repository, into);
  if (ref?.startsWith('refs/heads/')) return `Merge branch '${name}'${suffix}`;
  if (ref?.startsWith('refs/remotes/')) return `Merge remote-tracking branch '${name}'${suffix}`;
  if (ref?.startsWith('refs/tags/')) return `Merge tag '${name}'${suffix}`;
  return `Merge commit '${name}'${suffix}`;
}

/** The suffix of a merge message, which git omits for the default branch. */
export async function intoSuffix(repository: Repository, branch: string): Promise<string> {
  return branch === 'master' || branch === (await defaultBranch(repository)) ? '' : ` into ${branch}`;
}

async function abortMerge(repository: Repository): Promise<Output> {
  const { fs, gitdir } = repository;
  if (!(await fs.read(`${gitdir}/MERGE_HEAD`)))
    throw fatal('There is no merge to abort (MERGE_HEAD missing).');
  return restoreCommit(repository, (await resolveRef(repository, 'ORIG_HEAD')) ?? 'HEAD');
}

/** Restores the given commit; files that the merge did not touch keep their local changes. */
export async function restoreCommit(repository: Repository, revision: string): Promise<Output> {
  const oid = await resolveCommit(repository, revision);
  const { tree } = await readCommit(repository.objects, oid);
  const target = await flattenTree(repository.objects, tree);
  const { unstaged } = await compareAll(repository);
  const { entries } = await repository.index();
  const merging = new Set(unmergedPaths(entries));
  const touched = compareFiles(target, new Map(entries.map((entry) => [entry.path, entry]))).map(
    ({ path }) => path,
  );
  const isOurs = new Set([...touched, ...merging]);
  const kept = unstaged.filter(({ path, after }) => after && !isOurs.has(path)).map(({ path }) => path);
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  const { readWorkFiles } = await import('../../worktree/scan.ts');
  for await (const { path, bytes } of readWorkFiles(repository, kept)) if (bytes) contents.set(path, bytes);
  const switched = await switchTree(repository, tree, { isForced: true });
  const { applyFiles } = await import('../../worktree/apply.ts');
  const restored = await applyFiles(
    repository,
    [...contents].map(([path, bytes]) => ({ path, side: undefined, bytes })),
  );
  await clearState(repository);
  return withFailures('', [...switched.failures, ...restored.failures]);
}
