/** `git cherry-pick` and `git revert`: apply or revert the change of one commit. */
import { fatal, GitError } from '../../git-context.ts';
import { short } from '../../diff/patch.ts';
import { applyMerge, mergeTrees, type MergedTrees } from '../../merge/merge-trees.ts';
import { readCommit, createSignature, subjectOf, writeCommit, type Commit } from '../../objects/commits.ts';
import { writeTrees } from '../../objects/trees.ts';
import { branchOf, moveHead, readHead, requireCommit, resolveRef } from '../../refs/refs.ts';
import { resolveCommit } from '../../refs/revisions.ts';
import { requireIdentity, type Repository } from '../../repository.ts';
import { filesOf, indexFiles } from '../../worktree/compare.ts';
import { clearState, commit, commitSummary } from '../changes/commit.ts';
import { longStatus } from '../changes/status.ts';
import { restoreCommit, refuseStaged, refuseUnfinished } from './merge.ts';
import { parseOptions } from '../options.ts';
import { changing, withFailures, type Output, type Subcommand } from '../subcommand.ts';

export const cherryPick = pickCommand('cherry-pick');
export const revert = pickCommand('revert');

type Verb = 'cherry-pick' | 'revert';

const stateOf = { 'cherry-pick': 'CHERRY_PICK_HEAD', revert: 'REVERT_HEAD' } as const;

function pickCommand(verb: Verb): Subcommand {
  const run = changing(async (repository, args): Promise<Output | string> => {
    const options = parseOptions(args, {
      abort: {},
      skip: {},
      quit: {},
      'no-commit': { short: 'n' },
      'no-edit': {},
      edit: { short: 'e' },
      x: { short: 'x' },
      mainline: { short: 'm', takes: 'value' },
    });
    if (options.has('abort') || options.has('skip')) return stopPicking(repository, verb);
    if (options.has('quit')) return clearState(repository).then(() => '');
    if (options.rest.length === 0) throw fatal(`name the commit to ${verb}`);
    const parts: string[] = [];
    for (const text of options.rest) {
      const output = await pickOne(repository, verb, await resolveCommit(repository, text), {
        isCommitted: !options.has('no-commit'),
        mainline: options.value('mainline'),
        isSourceNamed: options.has('x'),
      });
      if (typeof output !== 'string') return { ...output, stdout: parts.join('') + (output.stdout ?? '') };
      parts.push(output);
    }
    return parts.join('');
  });
  return (invocation) =>
    invocation.args.includes('--continue') ? commit({ ...invocation, args: [] }) : run(invocation);
}

async function stopPicking(repository: Repository, verb: Verb): Promise<Output> {
  if (!(await resolveRef(repository, stateOf[verb])))
    throw new GitError(`error: no ${verb} in progress\nfatal: ${verb} failed`);
  return restoreCommit(repository, 'HEAD');
}

type PickOptions = { isCommitted: boolean; mainline: string | undefined; isSourceNamed: boolean };

async function pickOne(
  repository: Repository,
  verb: Verb,
  oid: string,
  options: PickOptions,
): Promise<Output | string> {
  await refuseUnfinished(repository);
  const identity = await requireIdentity(repository);
  const head = await readHead(repository);
  const ours = requireCommit(head);
  if (options.isCommitted) await refuseStaged(repository);
  const picked = await readCommit(repository.objects, oid);
  const parent = parentOf(picked, options.mainline);
  const { merged, failures } = await mergePicked(repository, verb, picked, parent);
  const notes = merged.messages.map((line) => `${line}\n`).join('');
  const message = pickedMessage(verb, picked, options);
  if (merged.conflicts.length > 0 || !options.isCommitted) {
    const { fs, gitdir } = repository;
    if (options.isCommitted) fs.write(`${gitdir}/${stateOf[verb]}`, `${oid}\n`);
    fs.write(`${gitdir}/MERGE_MSG`, message);
    return merged.conflicts.length > 0
      ? stopped(verb, picked, notes, failures)
      : unlessFailed(notes, failures);
  }
  const tree = writeTrees(repository.objects, merged.files);
  if (tree === (await readCommit(repository.objects, ours)).tree)
    return stoppedEmpty(repository, { verb, oid, message, notes });
  const committer = createSignature(identity);
  const author = verb === 'revert' ? committer : picked.author;
  const made = writeCommit(repository.objects, { tree, parents: [ours], author, committer, message });
  await moveHead(repository, made, `${verb}: ${subjectOf({ message })}`);
  const line = await commitSummary(repository, made, { isDated: true, branch: branchOf(head) });
  return unlessFailed(notes + line, failures);
}

/** HEAD already has the change: git leaves it to the user whether to commit or to skip it. */
async function stoppedEmpty(
  repository: Repository,
  { verb, oid, message, notes }: { verb: Verb; oid: string; message: string; notes: string },
): Promise<Output> {
  // git keeps the state of a cherry-pick only.
  if (verb === 'revert') return { stdout: notes + (await longStatus(repository)), exitCode: 1 };
  const { fs, gitdir } = repository;
  fs.write(`${gitdir}/${stateOf[verb]}`, `${oid}\n`);
  fs.write(`${gitdir}/MERGE_MSG`, message);
  const hint = `The previous cherry-pick is now empty, possibly due to conflict resolution.
If you wish to commit it anyway, use:

    git commit --allow-empty

Otherwise, please use 'git cherry-pick --skip'
`;
  return {
    stdout: notes + (await longStatus(repository)),
    stderr: hint,
    exitCode: 1,
  };
}

/**
 * An `Output` ends the command, because after a failed write the next commit would be applied to the wrong
 * state.
 */
function unlessFailed(stdout: string, failures: readonly string[]): Output | string {
  return failures.length === 0 ? stdout : withFailures(stdout, failures);
}

async function mergePicked(
  repository: Repository,
  verb: Verb,
  picked: Commit,
  parent: string | undefined,
): Promise<{ merged: MergedTrees; failures: readonly string[] }> {
  const name = `${short(picked.oid)} (${subjectOf(picked)})`;
  // The index equals HEAD, except with `--no-commit`.
  const before = indexFiles((await repository.index()).entries);
  const own = await filesOf(repository, picked.oid);
  const older = await filesOf(repository, parent);
  const merged =
    verb === 'revert'
      ? await mergeTrees(repository.objects, own, before, older, {
          ours: 'HEAD',
          theirs: parent === undefined ? '(empty tree)' : `parent of ${name}`,
        })
      : await mergeTrees(repository.objects, older, before, own, { ours: 'HEAD', theirs: name });
  const { failures } = await applyMerge(repository, before, merged, 'merge');
  return { merged, failures };
}

function pickedMessage(verb: Verb, picked: Commit, { isSourceNamed }: PickOptions): string {
  if (verb === 'revert') return `Revert "${subjectOf(picked)}"\n\nThis reverts commit ${picked.oid}.\n`;
  const source = isSourceNamed ? `\n(cherry picked from commit ${picked.oid})\n` : '';
  return `${picked.message.trimEnd()}\n${source}`;
}

function stopped(verb: Verb, picked: Commit, notes: string, failures: readonly string[]): Output {
  return {
    stdout: notes,
    stderr: `${failures.map((line) => `${line}\n`).join('')}error: could not ${verb === 'revert' ? 'revert' : 'apply'} ${short(picked.oid)}... ${subjectOf(picked)}
hint: After resolving the conflicts, mark them with
hint: "git add/rm <pathspec>", then run
hint: "git ${verb} --continue".
hint: To abort and get back to the state before "git ${verb}",
hint: run "git ${verb} --abort".\n`,
    exitCode: 1,
  };
}

function parentOf(picked: Commit, mainline: string | undefined): string | undefined {
  if (picked.parents.length < 2) return picked.parents[0];
  if (mainline === undefined)
    throw new GitError(
      `error: commit ${picked.oid} is a merge but no -m option was given.\nhint: '-m 1' takes the change against its first parent`,
    );
  const parent = picked.parents[Number(mainline) - 1];
  if (!parent) throw new GitError(`error: commit ${picked.oid} does not have parent ${mainline}`);
  return parent;
}
