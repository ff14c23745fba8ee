/** `git push`. */
import { short } from '../../diff/patch.ts';
import { fatal, GitError } from '../../git-context.ts';
import { branchOf, listRefs, readHead, resolveRef, type Head } from '../../refs/refs.ts';
import { findRefName } from '../../refs/revisions.ts';
import { upstreamOf } from '../../refs/upstream.ts';
import type { Address } from '../../remote/address.ts';
import { pushTo, remoteAddress } from '../../remote/transfer.ts';
import type { Repository } from '../../repository.ts';
import { writeUpstream } from '../branches/branch.ts';
import { usualRemote } from './fetch.ts';
import { parseOptions } from '../options.ts';
import { inRepository, type Output } from '../subcommand.ts';

export const push = inRepository(async (repository, args): Promise<Output> => {
  const options = parseOptions(args, {
    'set-upstream': { short: 'u' },
    force: { short: 'f' },
    'force-with-lease': { takes: 'optional' },
    tags: {},
    all: {},
    delete: { short: 'd' },
    quiet: { short: 'q' },
    verbose: { short: 'v' },
    'no-verify': {},
    'follow-tags': {},
  });
  if ((await repository.context.mayPush?.()) === false)
    throw fatal('this agent asks before it pushes: use the tool git_push, which asks the user');
  const head = await readHead(repository);
  const [name = await usualRemote(repository), ...specs] = options.rest;
  const { remote, address } = await remoteAddress(repository, name, true);
  const targets = await pushTargets(repository, head, {
    name,
    specs,
    isDeleting: options.has('delete'),
    isAll: options.has('all'),
    hasTags: options.has('tags'),
    isSettingUpstream: options.has('set-upstream'),
    isNamed: options.rest.length > 0,
  });
  const pushed: Pushed[] = [];
  for (const target of targets) {
    const line = await pushOne(repository, remote, address, {
      ...target,
      isForced: options.has('force') || target.isForced,
      isLeased: options.has('force-with-lease'),
    });
    pushed.push(line);
    if (!line.isRejected && options.has('set-upstream'))
      pushed.push(await repository.alone(() => follow(repository, remote, target)));
  }
  return repository.alone(async () => reportPush(address.url, pushed));
});

type Pushed = { text: string; isRejected: boolean };

async function follow(
  repository: Repository,
  remote: string,
  { source, target }: PushTarget,
): Promise<Pushed> {
  if (!source?.startsWith('refs/heads/')) return { text: '', isRejected: false };
  const branch = source.slice('refs/heads/'.length);
  await writeUpstream(repository, branch, remote, target);
  const name = `${remote}/${target.replace('refs/heads/', '')}`;
  return { text: `branch '${branch}' set up to track '${name}'.`, isRejected: false };
}

/**
 * Formats the result. Rejections are an exit code, not an exception, so that the updates of refs that were
 * pushed are kept.
 */
function reportPush(url: string, pushed: readonly Pushed[]): Output {
  const shown = pushed.filter(({ text }) => text !== '');
  if (shown.length === 0) return { stderr: 'Everything up-to-date\n' };
  const rejections = shown.filter(({ isRejected }) => isRejected).map(({ text }) => text);
  const lines = [...shown.filter(({ isRejected }) => !isRejected).map(({ text }) => text), ...rejections];
  const text = `To ${url}\n${lines.map((line) => `${line}\n`).join('')}`;
  return rejections.length === 0
    ? { stderr: text }
    : { stderr: text + rejectionHint(url, rejections.join('\n')), exitCode: 1 };
}

function rejectionHint(url: string, reasons: string): string {
  const failed = `error: failed to push some refs to '${url}'\n`;
  if (!reasons.includes('non-fast-forward')) return failed;
  return `${failed}hint: Updates were rejected because the remote contains work that you do
hint: not have locally. Run 'git pull' to integrate it, then push again.\n`;
}

type PushTarget = { source: string | undefined; target: string; isForced: boolean };
type PushWish = {
  name: string;
  specs: readonly string[];
  isDeleting: boolean;
  isAll: boolean;
  hasTags: boolean;
  isSettingUpstream: boolean;
  isNamed: boolean;
};

async function pushTargets(repository: Repository, head: Head, wish: PushWish): Promise<PushTarget[]> {
  const same = (refs: ReadonlyMap<string, string>) =>
    [...refs.keys()].map((ref) => ({ source: ref, target: ref, isForced: false }));
  const targets: PushTarget[] = [];
  if (wish.isAll) targets.push(...same(await listRefs(repository, 'refs/heads/')));
  if (wish.hasTags) targets.push(...same(await listRefs(repository, 'refs/tags/')));
  for (const spec of wish.specs) targets.push(await parseRefspec(repository, spec, head, wish.isDeleting));
  const isUsual = targets.length === 0 && !wish.isAll && !wish.hasTags;
  return isUsual ? [await currentBranch(repository, head, wish)] : targets;
}

/** The push target without refspecs: the current branch to its upstream. */
async function currentBranch(repository: Repository, head: Head, wish: PushWish): Promise<PushTarget> {
  const branch = branchOf(head);
  if (branch === undefined || !head.ref)
    throw fatal(
      'You are not currently on a branch.\nTo push the history leading to the current (detached HEAD) state now, use\n\n    git push origin HEAD:<name-of-remote-branch>',
    );
  if (!head.oid)
    throw new GitError(`error: src refspec ${branch} does not match any\nhint: commit something first`, 1);
  const upstream = await upstreamOf(repository, branch);
  if (upstream?.remote === wish.name && !wish.isSettingUpstream)
    return { source: head.ref, target: upstream.merge, isForced: false };
  if (!wish.isSettingUpstream && !wish.isNamed)
    throw fatal(
      `The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${wish.name} ${branch}`,
    );
  return { source: head.ref, target: head.ref, isForced: false };
}

async function parseRefspec(
  repository: Repository,
  text: string,
  head: Head,
  isDeleting: boolean,
): Promise<PushTarget> {
  const isForced = text.startsWith('+');
  const [from = '', to] = text.replace(/^\+/, '').split(':');
  const full = (name: string, folder = 'heads') =>
    name.startsWith('refs/') ? name : `refs/${folder}/${name}`;
  if (isDeleting) return { source: undefined, target: full(from), isForced };
  if (from === '' && to !== undefined) return { source: undefined, target: full(to), isForced };
  const isHead = from === 'HEAD' || from === '@';
  const name = isHead ? (head.ref ?? 'HEAD') : await findRefName(repository, from);
  if (!name) throw new GitError(`error: src refspec ${from} does not match any`, 1);
  if (name === 'HEAD' && to === undefined) throw fatal('HEAD is detached: write HEAD:<branch>');
  if (to === undefined) return { source: name, target: name, isForced };
  return { source: name, target: full(to, name.startsWith('refs/tags/') ? 'tags' : 'heads'), isForced };
}

async function pushOne(
  repository: Repository,
  remote: string,
  address: Address,
  { source, target, isForced, isLeased }: PushTarget & { isLeased: boolean },
): Promise<Pushed> {
  const name = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '');
  const tracking = target.replace(/^refs\/heads\//, `refs/remotes/${remote}/`);
  const before = tracking === target ? undefined : await resolveRef(repository, tracking);
  const oid = source === undefined ? undefined : await resolveRef(repository, source);
  const { rejected } = await pushTo(repository, {
    remote,
    address,
    source: source ?? target,
    target,
    isForced,
    isDeleted: source === undefined,
    ...(isLeased && { lease: before }),
  });
  const arrow = `${name(source ?? target)} -> ${name(target)}`;
  if (rejected !== undefined)
    return { text: ` ! [rejected]        ${arrow} (${rejected})`, isRejected: true };
  if (oid === undefined) return { text: ` - [deleted]         ${name(target)}`, isRejected: false };
  return {
    text: describePush(before, oid, { arrow, target, isForced: isForced || isLeased }),
    isRejected: false,
  };
}

function describePush(
  before: string | undefined,
  oid: string,
  { arrow, target, isForced }: { arrow: string; target: string; isForced: boolean },
): string {
  if (before === oid) return '';
  const kind = target.startsWith('refs/tags/') ? '[new tag]' : '[new branch]';
  if (!before) return ` * ${kind.padEnd(17)} ${arrow}`;
  return isForced
    ? ` + ${short(before)}...${short(oid)} ${arrow} (forced update)`
    : `   ${short(before)}..${short(oid)}  ${arrow}`;
}
