/** `git branch`: lists, creates, renames and deletes branches, and sets their upstream. */
import { configValue, removeSection, setConfig } from '../../config.ts';
import { short } from '../../diff/patch.ts';
import { fatal, GitError } from '../../git-context.ts';
import { isAncestor } from '../../history.ts';
import {
  attachHead,
  branchOf,
  checkBranchName,
  readHead,
  readLog,
  resolveRef,
  updateRef,
  writeLog,
  type Head,
} from '../../refs/refs.ts';
import { findRefName, resolveCommit } from '../../refs/revisions.ts';
import { upstreamOf } from '../../refs/upstream.ts';
import { editConfig, type Repository } from '../../repository.ts';
import { branchOptions, listBranches, type BranchOptions } from './list-branches.ts';
import { parseOptions } from '../options.ts';
import { changing, type Output } from '../subcommand.ts';

export const branch = changing(async (repository, args): Promise<Output | string> => {
  const options = parseOptions(args, branchOptions);
  const head = await readHead(repository);
  const names = [...options.rest, ...(options.paths ?? [])];
  if (options.has('show-current')) return head.ref ? `${branchOf(head) ?? ''}\n` : '';
  if (options.has('delete', 'force-delete'))
    return deleteBranches(repository, names, head, {
      isForced: options.has('force-delete', 'force'),
      isRemote: options.has('remotes'),
    });
  if (options.has('move', 'force-move'))
    return moveBranch(repository, names, head, options.has('force-move', 'force'));
  if (options.has('set-upstream-to', 'unset-upstream'))
    return changeUpstream(repository, names[0] ?? branchOf(head), options.value('set-upstream-to'));
  if (names.length === 0 || isListing(options)) return listBranches(repository, options, head);
  return createNamed(repository, names, options);
});

async function createNamed(
  repository: Repository,
  [first = '', second]: readonly string[],
  options: BranchOptions,
): Promise<string> {
  const made = { isForced: options.has('force'), tracks: !options.has('no-track') };
  return options.has('copy')
    ? createBranch(repository, second ?? first, first, made)
    : createBranch(repository, first, second, made);
}

function isListing(options: BranchOptions): boolean {
  return options.has('list', 'all', 'remotes', 'contains', 'merged', 'no-merged');
}

async function moveBranch(
  repository: Repository,
  [first, second]: readonly string[],
  head: Head,
  isForced: boolean,
): Promise<string> {
  const from = second === undefined ? branchOf(head) : first;
  const to = second ?? first;
  if (from === undefined || to === undefined) throw fatal('branch name required');
  return renameBranch(repository, from, to, isForced);
}

async function changeUpstream(
  repository: Repository,
  branch: string | undefined,
  upstream: string | undefined,
): Promise<string> {
  if (branch === undefined) throw fatal('HEAD is detached: name the branch');
  return upstream === undefined
    ? unsetUpstream(repository, branch)
    : setUpstream(repository, branch, upstream);
}

/** Returns git's output about the upstream. */
export async function createBranch(
  repository: Repository,
  name: string,
  start: string | undefined,
  { isForced = false, tracks = true }: { isForced?: boolean; tracks?: boolean } = {},
): Promise<string> {
  const ref = checkBranchName(name);
  const head = await readHead(repository);
  if (!isForced && (await resolveRef(repository, ref)))
    throw fatal(`a branch named '${name}' already exists`);
  if (isForced && head.ref === ref)
    throw fatal(`cannot force update the branch '${name}' checked out at '/workspace/${repository.dir}'`);
  const current = branchOf(head) ?? 'HEAD';
  const oid = start === undefined ? head.oid : await resolveCommit(repository, start);
  if (!oid) throw fatal(`not a valid object name: '${current}'`);
  await updateRef(repository, ref, oid, `branch: Created from ${start ?? current}`);
  return tracks && start !== undefined ? trackStart(repository, name, start) : '';
}

/** A branch that starts at a remote-tracking branch tracks it. */
async function trackStart(repository: Repository, name: string, start: string): Promise<string> {
  const from = await findRefName(repository, start);
  if (!from?.startsWith('refs/remotes/') || from.endsWith('/HEAD')) return '';
  return setUpstream(repository, name, from.slice('refs/remotes/'.length));
}

export async function setUpstream(repository: Repository, branch: string, upstream: string): Promise<string> {
  const ref = await findRefName(repository, upstream);
  if (!(await resolveRef(repository, checkBranchName(branch))))
    throw fatal(`branch '${branch}' does not exist`);
  const remotes = (await repository.config()).flatMap(
    ({ key }) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? [],
  );
  const remote = remotes.find((name) => ref?.startsWith(`refs/remotes/${name}/`));
  const local = ref?.startsWith('refs/heads/') ? ref : undefined;
  if (!ref || (!remote && !local))
    throw fatal(
      `the requested upstream branch '${upstream}' does not exist\nhint: run 'git fetch' to get it, or 'git push -u' to create it`,
    );
  const merge = remote ? `refs/heads/${ref.slice(`refs/remotes/${remote}/`.length)}` : ref;
  await writeUpstream(repository, branch, remote ?? '.', merge);
  return `branch '${branch}' set up to track '${remote ? ref.slice('refs/remotes/'.length) : upstream}'.\n`;
}

/** Without `remote` and `merge`, the branch has no upstream any more. */
export async function writeUpstream(
  repository: Repository,
  branch: string,
  remote?: string,
  merge?: string,
): Promise<void> {
  await editConfig(repository, (text) =>
    setConfig(setConfig(text, `branch.${branch}.remote`, remote), `branch.${branch}.merge`, merge),
  );
}

async function unsetUpstream(repository: Repository, branch: string): Promise<string> {
  if (!(await upstreamOf(repository, branch))) throw fatal(`Branch '${branch}' has no upstream information`);
  await writeUpstream(repository, branch);
  return '';
}

async function deleteBranches(
  repository: Repository,
  names: readonly string[],
  head: Head,
  { isForced, isRemote }: { isForced: boolean; isRemote: boolean },
): Promise<string> {
  if (names.length === 0) throw fatal('branch name required');
  const lines: string[] = [];
  for (const name of names) {
    const ref = isRemote ? `refs/remotes/${name}` : `refs/heads/${name}`;
    const oid = await resolveRef(repository, ref);
    if (!oid) throw new GitError(`error: branch '${name}' not found.`, 1, lines.join(''));
    if (head.ref === ref)
      throw new GitError(
        `error: Cannot delete branch '${name}' checked out at '/workspace/${repository.dir}'`,
        1,
      );
    if (!isForced && !isRemote && !(await isMerged(repository, name, oid, head)))
      throw new GitError(
        `error: The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.`,
        1,
      );
    await updateRef(repository, ref, undefined, '');
    if (!isRemote) await dropConfig(repository, name);
    lines.push(`Deleted ${isRemote ? 'remote-tracking branch' : 'branch'} ${name} (was ${short(oid)}).\n`);
  }
  return lines.join('');
}

/** True if the branch is merged into its upstream, or else into HEAD. */
async function isMerged(repository: Repository, name: string, oid: string, head: Head): Promise<boolean> {
  const upstream = await upstreamOf(repository, name);
  const into = (upstream && (await resolveRef(repository, upstream.tracking))) ?? head.oid;
  return into !== undefined && isAncestor(repository, oid, into);
}

async function dropConfig(repository: Repository, name: string): Promise<void> {
  await editConfig(repository, (text) => removeSection(text, `branch.${name}`));
}

async function renameBranch(
  repository: Repository,
  from: string,
  to: string,
  isForced: boolean,
): Promise<string> {
  const [old, fresh] = [checkBranchName(from), checkBranchName(to)];
  const head = await readHead(repository);
  const oid = await resolveRef(repository, old);
  const isUnborn = head.ref === old && !oid;
  if (!oid && !isUnborn) throw fatal(`no branch named '${from}'`);
  if (old === fresh) return '';
  if (!isForced && (await resolveRef(repository, fresh)))
    throw fatal(`a branch named '${to}' already exists`);
  if (oid) {
    const entries = await readLog(repository, old);
    const upstream = await upstreamOf(repository, from);
    await updateRef(repository, old, undefined, '');
    await updateRef(repository, fresh, oid, '');
    const message = `Branch: renamed ${old} to ${fresh}`;
    const [latest] = await readLog(repository, fresh);
    if (latest) await writeLog(repository, fresh, [{ ...latest, before: oid, message }, ...entries]);
    await dropConfig(repository, from);
    if (upstream) await writeUpstream(repository, to, upstream.remote, upstream.merge);
  }
  if (head.ref === old) await attachHead(repository, fresh, `Branch: renamed ${old} to ${fresh}`);
  return '';
}

/** The name of the first branch of new repositories. */
export async function defaultBranch(repository: Repository): Promise<string> {
  return configValue(await repository.config(), 'init.defaultBranch') ?? 'main';
}
