/** Walks the commit graph: log order, merge bases, ahead and behind counts. */
import { readCommit, type Commit } from './objects/commits.ts';
import type { Repository } from './repository.ts';

type CommitQueue = {
  push(commit: Commit): void;
  shift(): Commit | undefined;
  some(check: (commit: Commit) => boolean): boolean;
};

/** A priority queue: newest first by commit time, as git walks; FIFO for equal times. */
function createQueue(): CommitQueue {
  const commits: Commit[] = [];
  return {
    push(commit) {
      let low = 0;
      let high = commits.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((commits[middle]?.committer.seconds ?? 0) >= commit.committer.seconds) low = middle + 1;
        else high = middle;
      }
      commits.splice(low, 0, commit);
    },
    shift: () => commits.shift(),
    some: (check) => commits.some(check),
  };
}

/** The commits at which a shallow clone ends; their parents are not available. */
async function shallowCommits({ fs, gitdir }: Repository): Promise<Set<string>> {
  const text = (await fs.readText(`${gitdir}/shallow`)) ?? '';
  return new Set(text.split('\n').filter(Boolean));
}

type Walk = {
  starts: readonly string[];
  /** These commits and their ancestors are omitted. */
  excluded?: readonly string[];
  /** The parents to follow; all by default. */
  follow?(commit: Commit): Promise<readonly string[]>;
};

export async function* walkHistory(repository: Repository, walk: Walk): AsyncGenerator<Commit> {
  const hidden = await ancestorsOf(repository, walk.excluded ?? []);
  const shallow = await shallowCommits(repository);
  const seen = new Set<string>();
  const queue = createQueue();
  const enqueue = async (oid: string) => {
    if (seen.has(oid) || hidden.has(oid)) return;
    seen.add(oid);
    queue.push(await readCommit(repository.objects, oid));
  };
  for (const oid of walk.starts) await enqueue(oid);
  for (let commit = queue.shift(); commit; commit = queue.shift()) {
    repository.context.signal.throwIfAborted();
    yield shallow.has(commit.oid) ? { ...commit, parents: [] } : commit;
    if (shallow.has(commit.oid)) continue;
    for (const parent of walk.follow ? await walk.follow(commit) : commit.parents) await enqueue(parent);
  }
}

/** These commits and all their ancestors. */
async function ancestorsOf(repository: Repository, starts: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  if (starts.length === 0) return found;
  const shallow = await shallowCommits(repository);
  const left = [...starts];
  for (let oid = left.pop(); oid; oid = left.pop()) {
    if (found.has(oid)) continue;
    found.add(oid);
    repository.context.signal.throwIfAborted();
    if (!shallow.has(oid)) left.push(...(await readCommit(repository.objects, oid)).parents);
  }
  return found;
}

/** The best common ancestors: those that are not an ancestor of another common ancestor. */
export async function mergeBases(repository: Repository, one: string, other: string): Promise<string[]> {
  if (one === other) return [one];
  const shallow = await shallowCommits(repository);
  const [left, right, stale] = [1, 2, 4];
  const flags = new Map<string, number>();
  const queue = createQueue();
  const mark = async (oid: string, flag: number) => {
    const before = flags.get(oid) ?? 0;
    if ((before | flag) === before) return;
    flags.set(oid, before | flag);
    queue.push(await readCommit(repository.objects, oid));
  };
  await mark(one, left);
  await mark(other, right);
  const found: string[] = [];
  while (queue.some(({ oid }) => ((flags.get(oid) ?? 0) & stale) === 0)) {
    const commit = queue.shift();
    if (!commit) break;
    let flag = flags.get(commit.oid) ?? 0;
    if ((flag & (left | right)) === (left | right) && (flag & stale) === 0) {
      if (!found.includes(commit.oid)) found.push(commit.oid);
      flag |= stale;
    }
    if (shallow.has(commit.oid)) continue;
    for (const parent of commit.parents) await mark(parent, flag);
  }
  const bases = found.filter((oid) => ((flags.get(oid) ?? 0) & stale) === 0);
  return withoutReachable(repository, bases);
}

/** Removes bases that are ancestors of others, which remain if commit times are wrong. */
async function withoutReachable(repository: Repository, oids: readonly string[]): Promise<string[]> {
  if (oids.length < 2) return [...oids];
  const kept: string[] = [];
  for (const oid of oids) {
    const others = oids.filter((each) => each !== oid);
    if (!(await ancestorsOf(repository, others)).has(oid)) kept.push(oid);
  }
  return kept;
}

export async function isAncestor(repository: Repository, ancestor: string, of: string): Promise<boolean> {
  return ancestor === of || (await mergeBases(repository, ancestor, of)).includes(ancestor);
}

/** Counts the commits that only one of the two has. */
export async function aheadBehind(
  repository: Repository,
  ours: string,
  theirs: string,
): Promise<{ ahead: number; behind: number }> {
  if (ours === theirs) return { ahead: 0, behind: 0 };
  const count = async (start: string, excluded: string) => {
    let commits = 0;
    for await (const _ of walkHistory(repository, { starts: [start], excluded: [excluded] })) commits++;
    return commits;
  };
  return { ahead: await count(ours, theirs), behind: await count(theirs, ours) };
}
