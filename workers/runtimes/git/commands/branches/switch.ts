/** `git checkout` and `git switch`. */
import { short } from '../../diff/patch.ts';
import { statusLetter } from '../../diff/summary.ts';
import { fatal } from '../../git-context.ts';
import { readCommit, subjectOf } from '../../objects/commits.ts';
import {
  attachHead,
  branchOf,
  checkBranchName,
  detachHead,
  listRefs,
  readHead,
  readLog,
  resolveRef,
  updateRef,
  type Head,
} from '../../refs/refs.ts';
import { findRevision, resolveCommit } from '../../refs/revisions.ts';
import type { Repository } from '../../repository.ts';
import { switchTree } from '../../worktree/apply.ts';
import type { Delta } from '../../worktree/compare.ts';
import { createBranch } from './branch.ts';
import { clearState } from '../changes/commit.ts';
import { parseOptions, type Options, type OptionSpecs } from '../options.ts';
import { restorePaths, restoreSide } from '../changes/restore.ts';
import { trackingLines } from '../changes/status.ts';
import { changing, quietly, type Output } from '../subcommand.ts';

const sharedOptions = {
  force: { short: 'f' },
  detach: { short: 'd' },
  orphan: { takes: 'value' },
  track: { short: 't' },
  'no-track': {},
  quiet: { short: 'q' },
  guess: {},
} as const satisfies OptionSpecs;

const checkoutOptions = {
  ...sharedOptions,
  b: { short: 'b', takes: 'value' },
  B: { short: 'B', takes: 'value' },
  ours: {},
  theirs: {},
} as const satisfies OptionSpecs;

export const checkout = changing(async (repository, args): Promise<Output> => {
  const options = parseOptions(args, checkoutOptions);
  const output = await checkOut(repository, options);
  return options.has('quiet') ? quietly(output) : output;
});

async function checkOut(repository: Repository, options: Options<typeof checkoutOptions>): Promise<Output> {
  const [first] = options.rest;
  const isForced = options.has('force');
  const fresh = options.value('b') ?? options.value('B');
  const isReset = options.has('B');
  const begun = await beginBranch(repository, options, fresh, { isForced, isReset });
  if (begun) return begun;
  if (options.has('ours') || options.has('theirs'))
    return restoreSide(repository, [...options.rest, ...(options.paths ?? [])], options.has('ours') ? 2 : 3);
  if (options.paths) {
    const { stderr = '', exitCode = 0 } = await restorePaths(repository, options.paths, { source: first });
    // With paths after `--`, git does not print their number.
    return exitCode > 0 ? { stderr, exitCode } : {};
  }
  return checkOutNamed(repository, options.rest, { isForced, isDetached: options.has('detach') });
}

/** Handles a branch, a commit, a commit with paths, or paths. */
async function checkOutNamed(
  repository: Repository,
  names: readonly string[],
  options: SwitchOptions,
): Promise<Output> {
  const [first, ...others] = names;
  if (first === undefined) return {};
  const isCommit = first === '-' || (await findRevision(repository, first)) !== undefined;
  if (isCommit && others.length > 0) return restorePaths(repository, others, { source: first });
  if (isCommit || (await remoteBranch(repository, first))) return switchTo(repository, first, options);
  return restorePaths(repository, names, {});
}

const switchOptions = {
  ...sharedOptions,
  create: { short: 'c', takes: 'value' },
  'force-create': { short: 'C', takes: 'value' },
  'discard-changes': {},
} as const satisfies OptionSpecs;

export const switchBranch = changing(async (repository, args): Promise<Output> => {
  const options = parseOptions(args, switchOptions);
  const output = await switchNamed(repository, options);
  return options.has('quiet') ? quietly(output) : output;
});

async function switchNamed(repository: Repository, options: Options<typeof switchOptions>): Promise<Output> {
  const [first] = options.rest;
  const isForced = options.has('force') || options.has('discard-changes');
  const fresh = options.value('create') ?? options.value('force-create');
  const isReset = options.has('force-create');
  const begun = await beginBranch(repository, options, fresh, { isForced, isReset });
  if (begun) return begun;
  if (first === undefined) throw fatal('missing branch or commit argument');
  const isBranch = first === '-' || (await resolveRef(repository, `refs/heads/${first}`)) !== undefined;
  if (!isBranch && !options.has('detach') && !(await remoteBranch(repository, first))) {
    if (await findRevision(repository, first))
      throw fatal(
        `a branch is expected, got commit '${first}'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.`,
      );
    throw fatal(`invalid reference: ${first}`);
  }
  return switchTo(repository, first, { isForced, isDetached: options.has('detach') });
}

type SwitchOptions = { isForced?: boolean; isDetached?: boolean };

/** The remote-tracking branch with this name, if it is unique and there is no local branch of that name. */
async function remoteBranch(repository: Repository, name: string): Promise<string | undefined> {
  if (await resolveRef(repository, `refs/heads/${name}`)) return undefined;
  const found = [...(await listRefs(repository, 'refs/remotes/')).keys()].filter(
    (ref) => ref.split('/').slice(3).join('/') === name,
  );
  return found.length === 1 ? found[0] : undefined;
}

async function switchTo(
  repository: Repository,
  name: string,
  { isForced = false, isDetached = false }: SwitchOptions,
): Promise<Output> {
  const target = name === '-' ? await previousBranch(repository) : name;
  const remote = isDetached ? undefined : await remoteBranch(repository, target);
  if (remote && !(await findRevision(repository, target)))
    return switchToNew(repository, target, remote.slice('refs/remotes/'.length), { isForced, tracks: true });
  const oid = await resolveCommit(repository, target);
  const head = await readHead(repository);
  const { tree } = await readCommit(repository.objects, oid);
  const switched = await switchTree(repository, tree, { isForced });
  if (isForced) await clearState(repository);
  if (target === 'HEAD' && !isDetached) return finish(switched, '', await trackingText(repository));
  const left = await leftNote(repository, head, oid);
  const ref = `refs/heads/${target}`;
  const message = `checkout: moving from ${nameOf(head)} to ${target}`;
  if (isDetached || !(await resolveRef(repository, ref))) {
    await detachHead(repository, oid, message);
    const isLong = head.ref !== undefined && !isDetached;
    return finish(switched, left + (await detachedNote(repository, target, oid, isLong)), '');
  }
  await attachHead(repository, ref, message);
  const note = `${head.ref === ref ? 'Already on' : 'Switched to branch'} '${target}'\n`;
  return finish(switched, left + note, await trackingText(repository));
}

function nameOf(head: Head): string {
  return branchOf(head) ?? head.oid ?? 'HEAD';
}

/** The note that names the commit of a detached HEAD that is left, because no branch may contain it. */
async function leftNote(repository: Repository, head: Head, target: string): Promise<string> {
  if (head.ref || !head.oid || head.oid === target) return '';
  return `Previous HEAD position was ${short(head.oid)} ${subjectOf(await readCommit(repository.objects, head.oid))}\n`;
}

function finish(
  { failures, carried }: { failures: readonly string[]; carried: readonly Delta[] },
  notes: string,
  tracking: string,
): Output {
  const stdout = carried.map((delta) => `${statusLetter(delta)}\t${delta.path}\n`).join('') + tracking;
  if (failures.length === 0) return { stdout, stderr: notes };
  return { stdout, stderr: `${failures.join('\n')}\n${notes}`, exitCode: 1 };
}

async function trackingText(repository: Repository): Promise<string> {
  const lines = await trackingLines(repository, await readHead(repository));
  return lines
    .filter((line, at) => line !== '' || at < lines.length - 1)
    .map((line) => `${line}\n`)
    .join('');
}

async function previousBranch(repository: Repository): Promise<string> {
  for (const { message } of await readLog(repository, 'HEAD')) {
    const from = /^checkout: moving from (\S+) to /.exec(message)?.[1];
    if (from) return from;
  }
  throw fatal("invalid reference: '-': no branch was left before");
}

async function detachedNote(
  repository: Repository,
  name: string,
  oid: string,
  isLong: boolean,
): Promise<string> {
  const subject = subjectOf(await readCommit(repository.objects, oid));
  const last = `HEAD is now at ${short(oid)} ${subject}\n`;
  if (!isLong) return last;
  return `Note: switching to '${name}'.

You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

${last}`;
}

/** Switches to the branch that the options create; undefined if they create none. */
async function beginBranch(
  repository: Repository,
  options: Options<typeof sharedOptions>,
  fresh: string | undefined,
  given: NewBranch,
): Promise<Output | undefined> {
  if (fresh !== undefined)
    return switchToNew(repository, fresh, options.rest[0], { ...given, tracks: !options.has('no-track') });
  const orphan = options.value('orphan');
  return orphan === undefined ? undefined : switchToOrphan(repository, orphan);
}

type NewBranch = { isForced?: boolean; isReset?: boolean; tracks?: boolean };

async function switchToNew(
  repository: Repository,
  name: string,
  start: string | undefined,
  { isForced = false, isReset = false, tracks = true }: NewBranch,
): Promise<Output> {
  const ref = checkBranchName(name);
  const head = await readHead(repository);
  const exists = (await resolveRef(repository, ref)) !== undefined;
  if (exists && !isReset) throw fatal(`a branch named '${name}' already exists`);
  if (!head.oid && start === undefined) {
    await attachHead(repository, ref, '');
    return { stderr: `Switched to a new branch '${name}'\n` };
  }
  const from = start ?? 'HEAD';
  const oid = await resolveCommit(repository, from);
  const { tree } = await readCommit(repository.objects, oid);
  const stays = start === undefined && !isForced;
  const switched = stays ? { failures: [], carried: [] } : await switchTree(repository, tree, { isForced });
  if (exists) await updateRef(repository, ref, oid, `branch: Reset to ${from}`);
  const upstream = exists ? '' : await createBranch(repository, name, start, { tracks });
  await attachHead(repository, ref, `checkout: moving from ${nameOf(head)} to ${name}`);
  const verb = exists ? 'Switched to and reset branch' : 'Switched to a new branch';
  return finish(switched, `${verb} '${name}'\n`, upstream);
}

async function switchToOrphan(repository: Repository, name: string): Promise<Output> {
  const ref = checkBranchName(name);
  if (await resolveRef(repository, ref)) throw fatal(`a branch named '${name}' already exists`);
  await attachHead(repository, ref, '');
  return { stderr: `Switched to a new branch '${name}'\n` };
}
