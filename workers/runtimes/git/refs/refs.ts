/** References (branches, tags, HEAD), loose and packed, with their reflogs. */
import { fatal, GitError } from '../git-context.ts';
import { findIdentity, type Repository } from '../repository.ts';
import { formatSignature, createSignature } from '../objects/commits.ts';

export const noCommit = '0'.repeat(40);

/** Maximum length of a chain of symbolic references, as in git; they may form a loop. */
const maxHops = 5;

export type Head = {
  /** Such as `refs/heads/main`; undefined if HEAD is detached. */
  ref: string | undefined;
  /** Undefined before the first commit. */
  oid: string | undefined;
};

export async function readHead(repository: Repository): Promise<Head> {
  const text = (await repository.fs.readText(`${repository.gitdir}/HEAD`))?.trim();
  if (!text) throw fatal('not a git repository: .git/HEAD is missing');
  const ref = symbolicTarget(text);
  return ref ? { ref, oid: await resolveRef(repository, ref) } : { ref: undefined, oid: text };
}

/** The branch's short name. */
export function branchOf({ ref }: Head): string | undefined {
  return ref?.replace(/^refs\/heads\//, '');
}

/** `name`: the full name, such as `refs/heads/main` or `HEAD`. */
export async function resolveRef(repository: Repository, name: string): Promise<string | undefined> {
  let ref = name;
  for (let hops = 0; hops <= maxHops; hops++) {
    const text = (await repository.fs.readText(`${repository.gitdir}/${ref}`))?.trim();
    if (!text) return (await packedRefs(repository)).get(ref)?.oid;
    const target = symbolicTarget(text);
    // In FETCH_HEAD, the origin follows the id.
    if (!target) return /^[0-9a-f]{40}(?=\s|$)/.exec(text)?.[0];
    ref = target;
  }
  return undefined;
}

export async function symbolicRef(repository: Repository, name: string): Promise<string | undefined> {
  const text = await repository.fs.readText(`${repository.gitdir}/${name}`);
  return text === null ? undefined : symbolicTarget(text.trim());
}

/**
 * The target of a symbolic reference; undefined if it is not a valid reference name, which could point to
 * another file.
 */
function symbolicTarget(text: string): string | undefined {
  const target = /^ref: (.+)$/.exec(text)?.[1];
  return target !== undefined && isRefName(target) ? target : undefined;
}

type Packed = { oid: string; peeled?: string };

async function packedRefs(repository: Repository): Promise<Map<string, Packed>> {
  const refs = new Map<string, Packed>();
  let last: Packed | undefined;
  for (const line of ((await repository.fs.readText(`${repository.gitdir}/packed-refs`)) ?? '').split('\n')) {
    const peeled = /^\^([0-9a-f]{40})/.exec(line)?.[1];
    if (peeled && last) last.peeled = peeled;
    const [, oid, name] = /^([0-9a-f]{40}) (\S+)\r?$/.exec(line) ?? [];
    if (!oid || !name || !isRefName(name)) continue;
    last = { oid };
    refs.set(name, last);
  }
  return refs;
}

/** The ids of all references with a prefix such as `refs/heads/`, by full name, sorted. */
export async function listRefs(repository: Repository, prefix: string): Promise<Map<string, string>> {
  const names = new Set([...(await packedRefs(repository)).keys()].filter((name) => name.startsWith(prefix)));
  await collect(repository, prefix.replace(/\/$/, ''), names);
  const refs = new Map<string, string>();
  for (const name of [...names].sort()) {
    const oid = await resolveRef(repository, name);
    if (oid) refs.set(name, oid);
  }
  return refs;
}

async function collect(repository: Repository, folder: string, names: Set<string>): Promise<void> {
  for (const entry of (await repository.fs.list(`${repository.gitdir}/${folder}`)) ?? []) {
    const name = entry.path.slice(repository.gitdir.length + 1);
    if (entry.type === 'directory') await collect(repository, name, names);
    else if (isRefName(name)) names.add(name);
  }
}

/** git's rules for reference names, which also keep them inside `refs/`. */
export function isRefName(name: string): boolean {
  return (
    (name === 'HEAD' || name.startsWith('refs/')) &&
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(name) &&
    name.length <= 400
  );
}

export function checkBranchName(name: string): string {
  if (name.startsWith('-') || name === 'HEAD' || name === '@' || !isRefName(`refs/heads/${name}`))
    throw fatal(`'${name}' is not a valid branch name`);
  return `refs/heads/${name}`;
}

/** Writes a reference and its reflog; `oid` undefined deletes them. */
export async function updateRef(
  repository: Repository,
  name: string,
  oid: string | undefined,
  message: string,
): Promise<void> {
  const { fs, gitdir } = repository;
  if (!isRefName(name)) throw fatal(`'${name}' is not a valid name of a reference`);
  const before = await resolveRef(repository, name);
  if (oid) {
    if (!before) await refuseOverlap(repository, name);
    fs.write(`${gitdir}/${name}`, `${oid}\n`);
    await appendLog(repository, name, before, oid, message);
    return;
  }
  if (await fs.read(`${gitdir}/${name}`)) fs.remove(`${gitdir}/${name}`);
  if (await fs.read(`${gitdir}/logs/${name}`)) fs.remove(`${gitdir}/logs/${name}`);
  await removePacked(repository, name);
}

/**
 * Rejects conflicting names: `a` and `a/b` cannot both exist, because one would be a file and the other a
 * folder.
 */
async function refuseOverlap(repository: Repository, name: string): Promise<void> {
  for (const other of (await listRefs(repository, 'refs/')).keys())
    if (other.startsWith(`${name}/`) || name.startsWith(`${other}/`))
      throw fatal(`cannot lock ref '${name}': '${other}' exists; cannot create '${name}'`);
}

async function removePacked({ fs, gitdir }: Repository, name: string): Promise<void> {
  const text = await fs.readText(`${gitdir}/packed-refs`);
  if (!text?.includes(` ${name}`)) return;
  const kept: string[] = [];
  let isRemoved = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('^')) isRemoved = line.slice(41).trimEnd() === name;
    if (!isRemoved) kept.push(line);
  }
  fs.write(`${gitdir}/packed-refs`, kept.join('\n'));
}

/** Moves HEAD, or the branch it is on, to a commit. */
export async function moveHead(repository: Repository, oid: string, message: string): Promise<void> {
  const head = await readHead(repository);
  if (head.ref) {
    await updateRef(repository, head.ref, oid, message);
    await appendLog(repository, 'HEAD', head.oid, oid, message);
  } else await detachHead(repository, oid, message);
}

export async function detachHead(repository: Repository, oid: string, message: string): Promise<void> {
  const { ref, oid: before } = await readHead(repository);
  if (ref === undefined && before === oid) return;
  repository.fs.write(`${repository.gitdir}/HEAD`, `${oid}\n`);
  await appendLog(repository, 'HEAD', before, oid, message);
}

export async function attachHead(repository: Repository, ref: string, message: string): Promise<void> {
  const { oid: before } = await readHead(repository);
  repository.fs.write(`${repository.gitdir}/HEAD`, `ref: ${ref}\n`);
  const oid = await resolveRef(repository, ref);
  if (oid) await appendLog(repository, 'HEAD', before, oid, message);
}

export type LogEntry = { oid: string; before: string; signature: string; message: string };

/** Newest first, as in `HEAD@{0}`. */
export async function readLog(repository: Repository, name: string): Promise<LogEntry[]> {
  const text = (await repository.fs.readText(`${repository.gitdir}/logs/${name}`)) ?? '';
  return text
    .split('\n')
    .flatMap((line) => {
      const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\t]*)\t?(.*)$/.exec(line);
      if (!match) return [];
      const [, before = '', oid = '', signature = '', message = ''] = match;
      return [{ before, oid, signature, message }];
    })
    .reverse();
}

export async function writeLog(
  repository: Repository,
  name: string,
  entries: readonly LogEntry[],
): Promise<void> {
  const lines = [...entries]
    .reverse()
    .map(({ before, oid, signature, message }) => `${before} ${oid} ${signature}\t${message}\n`);
  repository.fs.write(`${repository.gitdir}/logs/${name}`, lines.join(''));
}

async function appendLog(
  repository: Repository,
  name: string,
  before: string | undefined,
  oid: string,
  message: string,
): Promise<void> {
  // git writes no reflog for tags.
  if (name.startsWith('refs/tags/')) return;
  const identity = (await findIdentity(repository)) ?? { name: 'unknown', email: 'unknown' };
  const signature = formatSignature(createSignature(identity));
  const entry = { before: before ?? noCommit, oid, signature, message: message.replaceAll('\n', ' ') };
  await writeLog(repository, name, [entry, ...(await readLog(repository, name))]);
}

export function requireCommit(head: Head): string {
  if (head.oid) return head.oid;
  throw new GitError(
    `fatal: your current branch '${branchOf(head) ?? 'HEAD'}' does not have any commits yet`,
  );
}
