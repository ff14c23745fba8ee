/** `git commit`, which also concludes a merge. */
import type { Identity } from '#workers/contracts/ports/git-port.ts';
import { diffText } from '../../diff/diff-text.ts';
import { short } from '../../diff/patch.ts';
import { fatal, GitError } from '../../git-context.ts';
import type { IndexEntry } from '../../index-file.ts';
import {
  formatDate,
  readCommit,
  createSignature,
  subjectOf,
  writeCommit,
  type Commit,
} from '../../objects/commits.ts';
import { writeTrees, type Files } from '../../objects/trees.ts';
import { branchOf, moveHead, readHead, resolveRef } from '../../refs/refs.ts';
import {
  merged,
  requireIdentity,
  unmergedPaths,
  inWorkspace,
  join,
  type Repository,
} from '../../repository.ts';
import { changesOf, filesOf, indexFiles } from '../../worktree/compare.ts';
import { matchesAny, parsePathspecs } from '../../worktree/pathspec.ts';
import { stage } from './add.ts';
import { parseOptions, type OptionSpecs } from '../options.ts';
import { longStatus } from './status.ts';
import { changing } from '../subcommand.ts';

const commitOptions = {
  message: { short: 'm', takes: 'value' },
  file: { short: 'F', takes: 'value' },
  all: { short: 'a' },
  amend: {},
  'no-edit': {},
  'allow-empty': {},
  'allow-empty-message': {},
  author: { takes: 'value' },
  quiet: { short: 'q' },
  signoff: { short: 's' },
  'no-verify': { short: 'n' },
  'no-gpg-sign': {},
  only: { short: 'o' },
} as const satisfies OptionSpecs;

type CommitOptions = ReturnType<typeof parseOptions<typeof commitOptions>>;

export const commit = changing(async (repository, args) => {
  const options = parseOptions(args, commitOptions);
  const identity = await requireIdentity(repository);
  const files = await filesToCommit(repository, options);
  const head = await readHead(repository);
  const before = head.oid ? await readCommit(repository.objects, head.oid) : undefined;
  if (options.has('amend') && !before) throw fatal('You have nothing yet to amend.');
  const merging = await otherParents(repository);
  const tree = writeTrees(repository.objects, files);
  const amended = options.has('amend') ? before : undefined;
  const parents = amended ? amended.parents : [...(before ? [before.oid] : []), ...merging];
  await refuseEmpty(repository, { options, parents, tree, merging });
  const message = await messageOf(repository, options, amended, identity);
  const oid = writeCommit(repository.objects, {
    tree,
    parents,
    author: await authorOf(repository, options, amended, identity),
    committer: createSignature(identity),
    message,
  });
  const kind = amended ? ' (amend)' : merging.length > 0 ? ' (merge)' : before ? '' : ' (initial)';
  await moveHead(repository, oid, `commit${kind}: ${subjectOf({ message })}`);
  await clearState(repository);
  const branch = branchOf(head);
  const facts = { commit: oid, ...(branch !== undefined && { branch }) };
  if (options.has('quiet')) return { facts };
  return {
    stdout: await commitSummary(repository, oid, { isDated: Boolean(amended), branch }),
    facts,
  };
});

/** Stages what the options request, and returns the files of the commit. */
async function filesToCommit(repository: Repository, options: CommitOptions): Promise<Files> {
  const specs = parsePathspecs(repository, [...options.rest, ...(options.paths ?? [])]);
  const [first] = specs;
  if (options.has('all') && first) throw fatal(`paths '${first.text} ...' with -a does not make sense`);
  if (options.has('all')) await stage(repository, parsePathspecs(repository, [':/']), { isUpdate: true });
  if (first) await stage(repository, specs, { isUpdate: true });
  const { entries } = await repository.index();
  refuseConflicts(entries);
  return first ? onlyMatching(repository, entries, specs) : indexFiles(entries);
}

async function authorOf(
  repository: Repository,
  options: CommitOptions,
  amended: Commit | undefined,
  identity: Identity,
): Promise<Commit['author']> {
  const given = options.value('author');
  if (given !== undefined) return createSignature(parseAuthor(given));
  return amended?.author ?? (await pickedAuthor(repository)) ?? createSignature(identity);
}

function refuseConflicts(entries: readonly IndexEntry[]): void {
  const conflicts = unmergedPaths(entries);
  if (conflicts.length === 0) return;
  throw new GitError(
    `${conflicts.map((path) => `U\t${path}`).join('\n')}
error: Committing is not possible because you have unmerged files.
hint: Fix them up in the work tree, and then use 'git add/rm <file>'
hint: as appropriate to mark resolution and make a commit.
fatal: Exiting because of an unresolved conflict.`,
  );
}

/** The files of HEAD, with only these paths taken from the index. */
async function onlyMatching(
  repository: Repository,
  entries: readonly IndexEntry[],
  specs: ReturnType<typeof parsePathspecs>,
): Promise<Files> {
  if ((await otherParents(repository)).length > 0) throw fatal('cannot do a partial commit during a merge.');
  const files = await filesOf(repository, (await readHead(repository)).oid);
  for (const path of [...files.keys()]) if (matchesAny(specs, path)) files.delete(path);
  for (const [path, file] of indexFiles(merged(entries))) if (matchesAny(specs, path)) files.set(path, file);
  return files;
}

/** The other parents of a merge in progress. */
async function otherParents({ fs, gitdir }: Repository): Promise<string[]> {
  const text = (await fs.readText(`${gitdir}/MERGE_HEAD`)) ?? '';
  return text.split('\n').filter((line) => /^[0-9a-f]{40}$/.test(line));
}

/** The author of the commit that is being cherry-picked. */
async function pickedAuthor(repository: Repository): Promise<Commit['author'] | undefined> {
  const oid = await resolveRef(repository, 'CHERRY_PICK_HEAD');
  return oid ? (await readCommit(repository.objects, oid)).author : undefined;
}

async function refuseEmpty(
  repository: Repository,
  attempt: { options: CommitOptions; parents: readonly string[]; tree: string; merging: readonly string[] },
): Promise<void> {
  const { options, parents, tree, merging } = attempt;
  if (options.has('allow-empty') || merging.length > 0) return;
  const [parent] = parents;
  if (options.has('amend') && parents.length !== 1) return;
  const before = parent ? (await readCommit(repository.objects, parent)).tree : undefined;
  const isEmpty = before === undefined ? (await repository.index()).entries.length === 0 : before === tree;
  if (!isEmpty) return;
  if (options.has('amend'))
    throw new GitError(
      "You asked to amend the most recent commit, but doing so would make\nit empty. You can repeat your command with --allow-empty, or you can\nremove the commit entirely with 'git reset HEAD^'.",
      1,
      await longStatus(repository, { isAmending: true }),
    );
  throw new GitError('', 1, await longStatus(repository));
}

async function messageOf(
  repository: Repository,
  options: CommitOptions,
  amended: Commit | undefined,
  { name, email }: Identity,
): Promise<string> {
  const { fs, gitdir } = repository;
  const given = options.values('message');
  const file = options.value('file');
  let text: string | undefined;
  if (given.length > 0) text = given.join('\n\n');
  else if (file === '-') text = repository.context.stdin ?? '';
  else if (file !== undefined) {
    text = (await fs.readText(inWorkspace(file, join(repository.dir, repository.prefix)))) ?? undefined;
    if (text === undefined) throw fatal(`could not read log file '${file}': No such file or directory`);
  } else if (amended) text = amended.message;
  else text = stripComments((await fs.readText(`${gitdir}/MERGE_MSG`)) ?? '') || undefined;
  if (text === undefined)
    throw new GitError(
      'error: there is no editor here to write the message in.\nGive it with -m "message" or -F <file>.',
      1,
    );
  const message = cleanMessage(text);
  if (message === '' && !options.has('allow-empty-message'))
    throw new GitError('Aborting commit due to empty commit message.', 1);
  return options.has('signoff') ? `${message}\nSigned-off-by: ${name} <${email}>\n` : message;
}

function stripComments(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
}

/** Cleans a message as git does with `--cleanup=whitespace`. */
export function cleanMessage(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const cleaned = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
  return cleaned === '' ? '' : `${cleaned}\n`;
}

function parseAuthor(text: string): Identity {
  const match = /^(.+?)\s*<([^<>]+)>$/.exec(text.trim());
  if (!match) throw fatal(`--author '${text}' is not 'Name <email>' and matches no existing author`);
  return { name: match[1] ?? '', email: match[2] ?? '' };
}

/** Files whose presence means that a merge, cherry-pick or revert is in progress. */
export const stateFiles = [
  'MERGE_HEAD',
  'MERGE_MSG',
  'MERGE_MODE',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'SQUASH_MSG',
];

export async function clearState({ fs, gitdir }: Repository): Promise<void> {
  for (const name of stateFiles) if (await fs.read(`${gitdir}/${name}`)) fs.remove(`${gitdir}/${name}`);
}

/** `isDated`: the date of the author is shown in any case. */
export async function commitSummary(
  repository: Repository,
  oid: string,
  { isDated, branch }: { isDated: boolean; branch: string | undefined },
): Promise<string> {
  const made = await readCommit(repository.objects, oid);
  const place = `${branch ?? 'detached HEAD'}${made.parents.length === 0 ? ' (root-commit)' : ''}`;
  const lines = [`[${place} ${short(made.oid)}] ${subjectOf(made)}`];
  const { author, committer } = made;
  if (author.name !== committer.name || author.email !== committer.email)
    lines.push(` Author: ${author.name} <${author.email}>`);
  if (isDated || author.seconds !== committer.seconds) lines.push(` Date: ${formatDate(author)}`);
  // No changes are shown for a merge commit.
  if (made.parents.length > 1) return `${lines.join('\n')}\n`;
  const deltas = await changesOf(repository, made);
  return `${lines.join('\n')}\n${await diffText(repository, deltas, { forms: ['shortstat', 'summary'] })}`;
}
