/** What is used of isomorphic-git: it reads packs with their deltas, and speaks the protocol of servers. */
import './provide-buffer.ts';

// eslint-disable-next-line @typescript-eslint/no-deprecated -- `readObject` reads an object of any type
export { expandOid, fetch, listServerRefs, push, readObject } from 'isomorphic-git';
