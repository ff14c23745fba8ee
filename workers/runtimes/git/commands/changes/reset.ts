/** `git reset`: moves the branch, and resets the index and the working tree according to the mode. */
import { short } from '../../diff/patch.ts';
import { statusLetter } from '../../diff/summary.ts';
import { fatal } from '../../git-context.ts';
import { readCommit, subjectOf } from '../../objects/commits.ts';
import { emptyTree } from '../../objects/git-object.ts';
import { moveHead, readHead } from '../../refs/refs.ts';
import { findRevision, peel, resolveCommit } from '../../refs/revisions.ts';
import type { Repository } from '../../repository.ts';
import { switchTree } from '../../worktree/apply.ts';
import { compareAll } from '../../worktree/compare.ts';
import { parsePathspecs } from '../../worktree/pathspec.ts';
import { clearState } from './commit.ts';
import { parseOptions } from '../options.ts';
import { changing, quietly, withFailures, type Output } from '../subcommand.ts';
import { readTreeIntoIndex } from './restore.ts';

const kinds = ['soft', 'mixed', 'hard', 'merge', 'keep'] as const;
type Kind = (typeof kinds)[number];

export const reset = changing(async (repository, args): Promise<Output | string> => {
  const options = parseOptions(args, {
    soft: {},
    mixed: {},
    hard: {},
    merge: {},
    keep: {},
    quiet: { short: 'q' },
  });
  const [first, ...others] = options.rest;
  const isRevision = first !== undefined && (await findRevision(repository, first)) !== undefined;
  const paths = [...(isRevision ? others : options.rest), ...(options.paths ?? [])];
  const kind = kinds.find((each) => options.has(each));
  if (paths.length > 0) {
    if (kind !== undefined && kind !== 'mixed') throw fatal(`Cannot do ${kind} reset with paths.`);
    const listed = await resetPaths(repository, isRevision ? first : 'HEAD', paths);
    return options.has('quiet') ? '' : listed;
  }
  const output = await resetTo(repository, first, kind ?? 'mixed');
  return options.has('quiet') ? quietly(output) : output;
});

async function resetTo(
  repository: Repository,
  name: string | undefined,
  kind: Kind,
): Promise<Output | string> {
  const head = await readHead(repository);
  if (!head.oid && name === undefined) return resetUnborn(repository);
  const target = name ?? 'HEAD';
  const oid = await resolveCommit(repository, target);
  const made = await readCommit(repository.objects, oid);
  const isWorktree = kind === 'hard' || kind === 'merge' || kind === 'keep';
  const { failures } = isWorktree
    ? await switchTree(repository, made.tree, { isForced: kind === 'hard', verb: 'reset' })
    : { failures: [] };
  if (kind === 'mixed' || kind === 'keep') await readTreeIntoIndex(repository, made.tree, []);
  if (kind !== 'soft') await clearState(repository);
  if (head.oid) repository.fs.write(`${repository.gitdir}/ORIG_HEAD`, `${head.oid}\n`);
  await moveHead(repository, oid, `reset: moving to ${target}`);
  if (kind === 'mixed') return unstagedList(repository);
  const text = kind === 'hard' ? `HEAD is now at ${short(oid)} ${subjectOf(made)}\n` : '';
  return withFailures(text, failures);
}

async function unstagedList(repository: Repository): Promise<string> {
  const { unstaged } = await compareAll(repository);
  if (unstaged.length === 0) return '';
  const lines = unstaged.map((delta) => `${statusLetter(delta)}\t${delta.path}\n`);
  return `Unstaged changes after reset:\n${lines.join('')}`;
}

async function resetPaths(
  repository: Repository,
  revision: string,
  paths: readonly string[],
): Promise<string> {
  const oid = await findRevision(repository, revision);
  const isUnborn = !oid && revision === 'HEAD';
  if (!oid && !isUnborn) throw fatal(`Failed to resolve '${revision}' as a valid tree.`);
  const tree = oid ? await peel(repository, oid, 'tree') : emptyTree;
  await readTreeIntoIndex(repository, tree, parsePathspecs(repository, paths));
  return unstagedList(repository);
}

async function resetUnborn(repository: Repository): Promise<string> {
  repository.setIndex([]);
  await clearState(repository);
  return '';
}
