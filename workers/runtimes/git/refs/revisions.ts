/**
 * Resolves revisions in git's syntax: branches, tags, ids, `HEAD~2`, `main^2`, `v1^{tree}`, `@{1}`,
 * `rev:path`.
 */
import { fatal } from '../git-context.ts';
import { parseTag, readCommit } from '../objects/commits.ts';
import { entryAt } from '../objects/trees.ts';
import type { Repository } from '../repository.ts';
import { branchOf, isRefName, readHead, readLog, resolveRef, type Head } from './refs.ts';
import { upstreamOf } from './upstream.ts';

/** The id of the object that `text` names; throws git's error if there is none. */
export async function resolveRevision(repository: Repository, text: string): Promise<string> {
  const oid = await findRevision(repository, text);
  if (oid) return oid;
  throw fatal(
    `ambiguous argument '${text}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`,
  );
}

export async function resolveCommit(repository: Repository, text: string): Promise<string> {
  return peel(repository, await resolveRevision(repository, text), 'commit');
}

export async function resolveTree(repository: Repository, text: string): Promise<string> {
  return peel(repository, await resolveRevision(repository, text), 'tree');
}

export async function findRevision(repository: Repository, text: string): Promise<string | undefined> {
  const colon = text.indexOf(':');
  if (colon >= 0 && !text.startsWith(':/')) return findPath(repository, text, colon);
  const match = /^(.*?)((?:[~^]\d*|\^\{\w*\})*)$/s.exec(text);
  let oid = await findBase(repository, match?.[1] ?? text);
  for (const [step] of (match?.[2] ?? '').matchAll(/\^\{\w*\}|[~^]\d*/g)) {
    if (!oid) return undefined;
    oid = await takeStep(repository, oid, step);
  }
  return oid;
}

async function takeStep(repository: Repository, oid: string, step: string): Promise<string | undefined> {
  const kind = /^\^\{(\w*)\}$/.exec(step)?.[1];
  if (kind !== undefined) return peel(repository, oid, kind === '' ? undefined : kind);
  const count = step.length > 1 ? Number(step.slice(1)) : 1;
  let commit: string | undefined = await peel(repository, oid, 'commit');
  if (step.startsWith('^'))
    return count === 0 ? commit : (await readCommit(repository.objects, commit)).parents[count - 1];
  for (let left = count; left > 0 && commit; left--)
    commit = (await readCommit(repository.objects, commit)).parents[0];
  return commit;
}

/**
 * Follows tags to an object of `kind`, and from a commit to its tree. `kind` undefined: whatever object the
 * tag names.
 */
export async function peel(repository: Repository, oid: string, kind: string | undefined): Promise<string> {
  let at = oid;
  for (let hops = 0; hops < 10; hops++) {
    const { type, bytes } = await repository.objects.read(at);
    if (type === kind || (kind === undefined && type !== 'tag')) return at;
    if (type === 'tag') at = parseTag(bytes).object;
    else if (type === 'commit' && kind === 'tree') return (await readCommit(repository.objects, at)).tree;
    else break;
  }
  throw fatal(`${oid} is not a ${kind ?? 'object'}`);
}

async function findPath(repository: Repository, text: string, colon: number): Promise<string | undefined> {
  const written = text.slice(colon + 1);
  const path = /^\.\.?(\/|$)/.test(written)
    ? normalize(`${repository.prefix}/${written}`)
    : normalize(written);
  if (colon === 0) {
    const staged = /^([0-3]):(.*)$/.exec(written);
    const { entries } = await repository.index();
    const wanted = staged ? normalize(staged[2] ?? '') : path;
    return entries.find((entry) => entry.path === wanted && entry.stage === Number(staged?.[1] ?? 0))?.oid;
  }
  const base = await findRevision(repository, text.slice(0, colon));
  if (!base) return undefined;
  const tree = await peel(repository, base, 'tree');
  const found = await entryAt(repository.objects, tree, path);
  if (!found) throw fatal(`path '${path}' does not exist in '${text.slice(0, colon)}'`);
  return found.oid;
}

function normalize(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

async function findBase(repository: Repository, text: string): Promise<string | undefined> {
  const [, name = '', inner] = /^(.*?)(?:@\{([^}]*)\})?$/s.exec(text) ?? [];
  if (inner !== undefined) return findLogged(repository, name, inner);
  const ref = await findRefName(repository, text === '@' ? 'HEAD' : text);
  if (ref) return resolveRef(repository, ref);
  if (/^[0-9a-f]{40}$/.test(text)) return text;
  return /^[0-9a-f]{4,39}$/i.test(text) ? repository.objects.expand(text.toLowerCase()) : undefined;
}

async function findLogged(repository: Repository, name: string, inner: string): Promise<string | undefined> {
  const head = await readHead(repository);
  if (inner === 'u' || inner === 'upstream') {
    const branch = name === '' || name === 'HEAD' ? branchOf(head) : name;
    const upstream = branch === undefined ? undefined : await upstreamOf(repository, branch);
    if (!upstream) throw fatal(`no upstream configured for branch '${branch ?? 'HEAD'}'`);
    return resolveRef(repository, upstream.tracking);
  }
  if (!/^\d+$/.test(inner)) return undefined;
  const ref = name === '' ? (head.ref ?? 'HEAD') : await findRefName(repository, name);
  if (!ref) return undefined;
  const entry = (await readLog(repository, ref))[Number(inner)];
  if (!entry) throw fatal(`log for '${name || 'HEAD'}' does not have an entry ${inner}`);
  return entry.oid;
}

/**
 * The full name of a reference, in git's lookup order: `x`, `refs/x`, tag, branch, remote-tracking branch,
 * HEAD of a remote.
 */
/** Such as `HEAD detached at v1`, or `from` where commits were added since; undefined without a reflog. */
export async function detachedLabel(repository: Repository, { oid }: Head): Promise<string | undefined> {
  for (const { message, oid: target } of await readLog(repository, 'HEAD')) {
    const name = /^checkout: moving from \S+ to (.*)$/.exec(message)?.[1];
    if (name === undefined) continue;
    const ref = name === 'HEAD' ? undefined : await findRefName(repository, name);
    const named = ref && (await findRevision(repository, `${ref}^{commit}`));
    const shown = named === target ? ref?.replace(/^refs\/(?:tags|remotes)\//, '') : undefined;
    return `HEAD detached ${oid === target ? 'at' : 'from'} ${shown ?? target.slice(0, 7)}`;
  }
  return undefined;
}

export async function findRefName(repository: Repository, text: string): Promise<string | undefined> {
  const special = ['HEAD', 'ORIG_HEAD', 'FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'];
  if (special.includes(text)) return (await resolveRef(repository, text)) ? text : undefined;
  const places = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'].map((place) => place + text);
  for (const name of [...places, `refs/remotes/${text}/HEAD`])
    if (isRefName(name) && (await resolveRef(repository, name))) return name;
  return undefined;
}
