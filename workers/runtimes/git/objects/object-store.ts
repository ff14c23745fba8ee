/**
 * The objects of a repository: isomorphic-git reads loose and packed ones; new ones are written together on
 * flush.
 */
import { messageOf } from '#shared/message-of.ts';
import { concat, deflate, encode, type Bytes } from '../bytes.ts';
import { fatal } from '../git-context.ts';
import type { GitFs } from '../git-fs.ts';
import { expandOid, readObject } from '../library.ts';
import { emptyTree, objectId, type GitObject, type ObjectType } from './git-object.ts';

/** Minimum number of new objects for a pack; fewer are written as loose files, as in git. */
const packFrom = 6;

export type ObjectStore = {
  read(oid: string): Promise<GitObject>;
  has(oid: string): Promise<boolean>;
  /** Buffers an object and returns its id. */
  write(type: ObjectType, bytes: Bytes): string;
  /** The full id of an abbreviated one; undefined if no object, or more than one, matches. */
  expand(short: string): Promise<string | undefined>;
  /** Moves the new objects into the buffered writes of the file system. */
  flush(): Promise<void>;
  /** The cache of isomorphic-git, shared by all its calls within the operation. */
  cache: object;
};

export function createObjectStore(fs: GitFs, gitdir: string): ObjectStore {
  const fresh = new Map<string, GitObject>();
  /** Objects that were read, so that they are not written again. */
  const known = new Map<string, GitObject>();
  const cache = {};

  async function read(oid: string): Promise<GitObject> {
    const found = fresh.get(oid) ?? known.get(oid);
    if (found) return found;
    const stored = await load(oid);
    if (stored.type !== 'blob') known.set(oid, stored);
    return stored;
  }
  async function load(oid: string, isAgain = false): Promise<GitObject> {
    if (oid === emptyTree) return { type: 'tree', bytes: new Uint8Array() };
    try {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one that reads an object of any type
      const { type, object } = await readObject({ fs: fs.client, gitdir, oid, cache, format: 'content' });
      return { type: type as ObjectType, bytes: new Uint8Array(object as Uint8Array) };
    } catch (error) {
      const isMissing = error instanceof Error && error.name === 'NotFoundError';
      if (isMissing && !isAgain) {
        // Another command may have written it since the folders were cached.
        fs.forget();
        return load(oid, true);
      }
      if (isMissing)
        throw fatal(
          `unable to read ${oid}: the object is missing. If this is a shallow clone, run 'git fetch --unshallow'`,
        );
      throw fatal(`unable to read ${oid}: ${messageOf(error)}`);
    }
  }
  return {
    cache,
    read,
    async has(oid) {
      return read(oid).then(
        () => true,
        () => false,
      );
    },
    write(type, bytes) {
      const oid = objectId(type, bytes);
      // The empty tree is written as well: git reads it without an object, but `git fsck` reports it missing.
      if (!known.has(oid)) fresh.set(oid, { type, bytes });
      return oid;
    },
    async expand(short) {
      const own = [...fresh.keys()].filter((oid) => oid.startsWith(short));
      if (own.length === 1) return own[0];
      return expandOid({ fs: fs.client, gitdir, oid: short, cache }).catch(() => undefined);
    },
    async flush() {
      if (fresh.size >= packFrom) await flushPack(fs, gitdir, fresh);
      else for (const [oid, object] of fresh) await flushLoose(fs, gitdir, oid, object);
      fresh.clear();
    },
  };
}

async function flushPack(fs: GitFs, gitdir: string, objects: ReadonlyMap<string, GitObject>): Promise<void> {
  // Loaded at first use, because most operations write few objects.
  const { packObjects } = await import('./pack-writer.ts');
  const { name, pack, index } = await packObjects(objects);
  fs.write(`${gitdir}/objects/pack/pack-${name}.idx`, index);
  fs.write(`${gitdir}/objects/pack/pack-${name}.pack`, pack);
}

async function flushLoose(fs: GitFs, gitdir: string, oid: string, { type, bytes }: GitObject): Promise<void> {
  const whole = concat([encode(`${type} ${bytes.length}\0`), bytes]);
  fs.write(`${gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`, await deflate(whole));
}
