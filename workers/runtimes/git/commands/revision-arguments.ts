/** Separates revisions from paths in the arguments of a command, as git does. */
import { fatal } from '../git-context.ts';
import { mergeBases } from '../history.ts';
import { onDisk, type Repository } from '../repository.ts';
import { findRevision, peel, resolveCommit } from '../refs/revisions.ts';
import { parsePathspecs, type Pathspec } from '../worktree/pathspec.ts';

export type RevisionArguments = { revisions: string[]; specs: Pathspec[] };

export async function splitArguments(
  repository: Repository,
  rest: readonly string[],
  paths: readonly string[] | undefined,
): Promise<RevisionArguments> {
  const revisions: string[] = [];
  const named: string[] = [...(paths ?? [])];
  for (const [at, text] of rest.entries()) {
    if (paths || (await isRevision(repository, text))) {
      revisions.push(text);
      continue;
    }
    // All arguments from the first path on are paths.
    for (const path of rest.slice(at)) await requirePath(repository, path);
    named.push(...rest.slice(at));
    break;
  }
  return { revisions, specs: parsePathspecs(repository, named) };
}

async function isRevision(repository: Repository, text: string): Promise<boolean> {
  const ends = splitRange(text);
  const names = ends ? [ends.from, ends.to] : [text.replace(/^\^/, '')];
  for (const name of names) if (!(await findRevision(repository, name))) return false;
  return true;
}

async function requirePath(repository: Repository, text: string): Promise<void> {
  const [spec] = parsePathspecs(repository, [text]);
  const { entries } = await repository.index();
  if (/[*?[]/.test(text) || entries.some(({ path }) => spec?.matches(path))) return;
  const place = onDisk(repository, spec?.base ?? '');
  if ((await repository.fs.read(place)) ?? (await repository.fs.list(place))) return;
  throw fatal(
    `ambiguous argument '${text}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`,
  );
}

function splitRange(text: string): { from: string; to: string; isSymmetric: boolean } | undefined {
  const match = /^(.*?)(\.\.\.?)(.*)$/.exec(text);
  if (!match || text === '..' || text.startsWith('../')) return undefined;
  return { from: match[1] || 'HEAD', to: match[3] || 'HEAD', isSymmetric: match[2] === '...' };
}

/** Resolves ranges to the commits at which a log starts, and those that it excludes with their ancestors. */
export async function resolveRange(
  repository: Repository,
  revisions: readonly string[],
): Promise<{ starts: string[]; excluded: string[] }> {
  const starts: string[] = [];
  const excluded: string[] = [];
  for (const text of revisions) {
    const range = splitRange(text);
    if (range) {
      const from = await resolveCommit(repository, range.from);
      const to = await resolveCommit(repository, range.to);
      starts.push(to);
      if (range.isSymmetric) {
        starts.push(from);
        excluded.push(...(await mergeBases(repository, from, to)));
      } else excluded.push(from);
    } else if (text.startsWith('^')) excluded.push(await resolveCommit(repository, text.slice(1)));
    else starts.push(await resolveCommit(repository, text));
  }
  return { starts, excluded };
}

/** The trees to compare for `git diff A..B`, `A...B` or `A B`. */
export async function resolvePair(
  repository: Repository,
  revisions: readonly string[],
): Promise<{ from: string; to?: string }> {
  const tree = async (text: string) => {
    const oid = await findRevision(repository, text);
    if (!oid) throw fatal(`bad revision '${text}'`);
    return peel(repository, oid, 'tree');
  };
  const [first = 'HEAD', second] = revisions;
  const range = second === undefined ? splitRange(first) : undefined;
  if (range?.isSymmetric) {
    const one = await resolveCommit(repository, range.from);
    const other = await resolveCommit(repository, range.to);
    const [base] = await mergeBases(repository, one, other);
    if (!base) throw fatal(`${first}: no merge base`);
    return { from: await tree(base), to: await tree(other) };
  }
  if (range) return { from: await tree(range.from), to: await tree(range.to) };
  return { from: await tree(first), ...(second !== undefined && { to: await tree(second) }) };
}
