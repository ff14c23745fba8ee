/** A git object: a commit, a tree, a blob or a tag, identified by its hash. */
import { encode, hashOf, toHex, type Bytes } from '../bytes.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';
export type GitObject = { type: ObjectType; bytes: Bytes };

export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export function objectId(type: ObjectType, bytes: Bytes): string {
  return toHex(hashOf(encode(`${type} ${bytes.length}\0`), bytes));
}
