/** `git clone`. */
import { fatal, GitError } from '../../git-context.ts';
import { modes } from '../../index-file.ts';
import { readCommit } from '../../objects/commits.ts';
import { branchOf, checkBranchName, detachHead, readHead, resolveRef, updateRef } from '../../refs/refs.ts';
import { peel } from '../../refs/revisions.ts';
import { folderOf, parseAddress } from '../../remote/address.ts';
import { fetchFrom, type FetchOptions } from '../../remote/transfer.ts';
import { createRepository, inWorkspace, join, type Repository } from '../../repository.ts';
import { switchTree } from '../../worktree/apply.ts';
import { writeUpstream } from '../branches/branch.ts';
import { depthOf } from './fetch.ts';
import { parseOptions } from '../options.ts';
import { addRemote, strippedNote } from './remote.ts';
import { writeEmpty } from '../setup.ts';
import type { Output, Subcommand } from '../subcommand.ts';

export const clone: Subcommand = async ({ args, context, cwd }) => {
  const options = parseOptions(args, {
    branch: { short: 'b', takes: 'value' },
    depth: { takes: 'value' },
    'single-branch': {},
    'no-single-branch': {},
    'no-tags': {},
    'no-checkout': { short: 'n' },
    origin: { short: 'o', takes: 'value' },
    quiet: { short: 'q' },
    bare: {},
    mirror: {},
    recursive: {},
    'recurse-submodules': { takes: 'optional' },
  });
  const [text, folder] = options.rest;
  if (text === undefined) throw fatal('You must specify a repository to clone.');
  if (options.has('bare', 'mirror')) throw fatal('bare repositories are not supported: leave --bare out');
  const address = parseAddress(text);
  const name = folder ?? folderOf(address.url);
  const dir = inWorkspace(name, inWorkspace(cwd));
  const repository = createRepository(context, dir, join(dir, '.git'), '');
  if (((await repository.fs.list(dir)) ?? []).length > 0)
    throw fatal(`destination path '${name}' already exists and is not an empty directory.`);
  const depth = depthOf(options.value('depth'));
  const isSingle = (depth !== undefined && !options.has('no-single-branch')) || options.has('single-branch');
  const remote = options.value('origin') ?? 'origin';
  const isEmpty = await download(repository, options.value('branch'), text, {
    remote,
    address,
    isSingle,
    ...(depth !== undefined && { depth }),
    hasTags: !options.has('no-tags') && !isSingle,
  });
  const notes =
    `Cloning into '${name}'...\n${address.credentials ? strippedNote : ''}` +
    (isEmpty ? 'warning: You appear to have cloned an empty repository.\n' : '');
  return isEmpty || options.has('no-checkout') ? { stderr: notes } : checkOutClone(repository, notes);
};

/**
 * Downloads and stores the repository before the checkout, so that a failed checkout does not lose the
 * download. True if the repository is empty.
 */
async function download(
  repository: Repository,
  branch: string | undefined,
  url: string,
  options: FetchOptions,
): Promise<boolean> {
  await writeEmpty(repository, undefined);
  await addRemote(repository, options.remote, url);
  const fetched = await fetchFrom(repository, { ...options, ...(branch !== undefined && { ref: branch }) });
  if (fetched.head !== null)
    await startBranch(repository, options.remote, branch ?? fetched.defaultBranch ?? 'main', fetched.head);
  await repository.flush();
  return fetched.head === null;
}

/** Creates and attaches the first branch; if `name` is a tag, detaches HEAD at it. */
async function startBranch(
  repository: Repository,
  origin: string,
  name: string,
  head: string,
): Promise<void> {
  const tracking = await resolveRef(repository, `refs/remotes/${origin}/${name}`);
  const tag = await resolveRef(repository, `refs/tags/${name}`);
  const oid = await peel(repository, tracking ?? tag ?? head, 'commit');
  if (!tracking && tag) return detachHead(repository, oid, `clone: from ${origin}`);
  const ref = checkBranchName(name);
  repository.fs.write(`${repository.gitdir}/HEAD`, `ref: ${ref}\n`);
  await updateRef(repository, ref, oid, `clone: from ${origin}`);
  await writeUpstream(repository, name, origin, ref);
}

async function checkOutClone(repository: Repository, notes: string): Promise<Output> {
  const head = await readHead(repository);
  const { oid } = head;
  if (!oid) return { stderr: notes };
  const branch = branchOf(head);
  const { tree } = await readCommit(repository.objects, oid);
  const failed = (reasons: string) =>
    `${notes}${reasons}\nwarning: Clone succeeded, but checkout failed.\nYou can inspect what was checked out with 'git status'\nand retry with 'git restore --source=HEAD :/'\n`;
  try {
    const { failures } = await switchTree(repository, tree, { isForced: true });
    await repository.flush();
    if (failures.length > 0) return { stderr: failed(failures.join('\n')), exitCode: 128 };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { stderr: failed(error.message), exitCode: 128 };
  }
  const links = await submodules(repository);
  return { stderr: notes + links, facts: { commit: oid, ...(branch !== undefined && { branch }) } };
}

async function submodules(repository: Repository): Promise<string> {
  const { entries } = await repository.index();
  const found = entries.filter(({ mode }) => mode === modes.submodule).map(({ path }) => path);
  return found.length === 0 ? '' : `warning: submodules are not fetched by this git: ${found.join(', ')}\n`;
}
