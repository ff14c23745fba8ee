/** `git fetch` and `git pull`. */
import { configValue } from '../../config.ts';
import { fatal, GitError } from '../../git-context.ts';
import { branchOf, readHead, resolveRef } from '../../refs/refs.ts';
import { peel } from '../../refs/revisions.ts';
import { upstreamOf } from '../../refs/upstream.ts';
import { fetchFrom, remoteAddress, type FetchOptions } from '../../remote/transfer.ts';
import type { Repository } from '../../repository.ts';
import { intoSuffix, mergeRevision } from '../branches/merge.ts';
import { parseOptions, type OptionSpecs } from '../options.ts';
import { inRepository, type Output } from '../subcommand.ts';

/** The depth that git requests for `--unshallow`. */
const everything = 2_147_483_647;

const fetchOptions = {
  all: {},
  prune: { short: 'p' },
  tags: { short: 't' },
  'no-tags': {},
  depth: { takes: 'value' },
  unshallow: {},
  quiet: { short: 'q' },
  verbose: { short: 'v' },
  force: { short: 'f' },
} as const satisfies OptionSpecs;

export const fetch = inRepository(async (repository, args) => {
  const options = parseOptions(args, fetchOptions);
  const [named, ref] = options.rest;
  const names = options.has('all')
    ? await remoteNames(repository)
    : [named ?? (await usualRemote(repository))];
  const parts: string[] = [];
  for (const name of names) {
    const { updates } = await fetchRemote(repository, name, {
      ...(ref !== undefined && { ref }),
      isPruning: options.has('prune'),
      hasTags: !options.has('no-tags'),
      ...(options.has('unshallow') ? { depth: everything } : depthField(options.value('depth'))),
    });
    parts.push(updates);
  }
  return repository.alone(async () => ({ stderr: parts.join('') }));
});

export function depthOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const depth = Number(text);
  if (!Number.isInteger(depth) || depth < 1) throw fatal(`depth ${text} is not a positive number`);
  return depth;
}

function depthField(text: string | undefined): { depth?: number } {
  const depth = depthOf(text);
  return depth === undefined ? {} : { depth };
}

async function remoteNames(repository: Repository): Promise<string[]> {
  return (await repository.config()).flatMap(({ key }) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? []);
}

export async function usualRemote(repository: Repository): Promise<string> {
  const branch = branchOf(await readHead(repository));
  const upstream = branch === undefined ? undefined : await upstreamOf(repository, branch);
  return upstream && upstream.remote !== '.' ? upstream.remote : 'origin';
}

/** Fetches from a remote, and writes FETCH_HEAD. */
async function fetchRemote(
  repository: Repository,
  name: string,
  options: Omit<FetchOptions, 'remote' | 'address'>,
): Promise<{ updates: string; head: string | null; url: string }> {
  const { remote, address } = await remoteAddress(repository, name);
  if (!(await repository.config()).some(({ key }) => key === `remote.${remote}.fetch`))
    throw fatal(
      `fetch from an address without a name is not supported: add it with 'git remote add <name> ${address.url}'`,
    );
  const { updates, head } = await fetchFrom(repository, { remote, address, ...options });
  if (head !== null)
    repository.fs.write(
      `${repository.gitdir}/FETCH_HEAD`,
      `${head}\t\tbranch '${options.ref ?? 'HEAD'}' of ${address.url}\n`,
    );
  return { updates, head, url: address.url };
}

const pullOptions = {
  ...fetchOptions,
  rebase: { short: 'r', takes: 'optional' },
  'no-rebase': {},
  ff: {},
  'ff-only': {},
  'no-ff': {},
  'no-edit': {},
  'allow-unrelated-histories': {},
} as const satisfies OptionSpecs;

type PullOptions = ReturnType<typeof parseOptions<typeof pullOptions>>;

export const pull = inRepository(async (repository, args): Promise<Output> => {
  const options = parseOptions(args, pullOptions);
  if (options.has('rebase') && options.value('rebase') !== 'false')
    throw fatal("pull with rebase is not supported: use 'git pull --no-rebase', which merges");
  const { name, wanted, branch } = await pullSource(repository, options.rest);
  const fetched = await fetchRemote(repository, name, {
    ref: wanted,
    ...depthField(options.value('depth')),
  });
  // The lock is acquired only now, because the server may be slow.
  return repository.alone(() => mergeFetched(repository, options, { name, wanted, branch, fetched }));
});

type Pulled = PullSource & { fetched: { updates: string; head: string | null; url: string } };

async function mergeFetched(
  repository: Repository,
  options: PullOptions,
  { name, wanted, branch, fetched }: Pulled,
): Promise<Output> {
  const theirs =
    (await resolveRef(repository, `refs/remotes/${name}/${wanted}`)) ??
    (await resolveRef(repository, `refs/tags/${wanted}`)) ??
    fetched.head;
  if (!theirs) throw fatal(`couldn't find remote ref ${wanted}`);
  const into = branch === undefined ? '' : await intoSuffix(repository, branch);
  const merged = await mergeRevision(repository, await peel(repository, theirs, 'commit'), {
    isFastForwardOnly:
      options.has('ff-only') || (!options.has('no-rebase') && (await isFastForwardWanted(repository))),
    isNoFastForward: options.has('no-ff'),
    isUnrelatedAllowed: options.has('allow-unrelated-histories'),
    message: `Merge branch '${wanted}' of ${fetched.url}${into}`,
    action: 'pull',
  });
  const output = typeof merged === 'string' ? { stdout: merged } : merged;
  return { ...output, stderr: fetched.updates + (output.stderr ?? '') };
}

async function isFastForwardWanted(repository: Repository): Promise<boolean> {
  return configValue(await repository.config(), 'pull.ff') === 'only';
}

type PullSource = { name: string; wanted: string; branch: string | undefined };

/** The remote and branch to pull: those given as arguments, else the upstream. */
async function pullSource(repository: Repository, [named, ref]: readonly string[]): Promise<PullSource> {
  const branch = branchOf(await readHead(repository));
  const upstream = branch === undefined ? undefined : await upstreamOf(repository, branch);
  const name = named ?? upstream?.remote ?? 'origin';
  const wanted = ref ?? (name === upstream?.remote ? upstream.merge.replace('refs/heads/', '') : undefined);
  if (wanted !== undefined) return { name, wanted, branch };
  throw new GitError(
    `There is no tracking information for the current branch.
Please specify which branch you want to merge with.

    git pull <remote> <branch>

If you wish to set tracking information for this branch you can do so with:

    git branch --set-upstream-to=${name}/<branch> ${branch ?? 'HEAD'}`,
    1,
  );
}
