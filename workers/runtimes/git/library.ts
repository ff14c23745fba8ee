/** The parts of isomorphic-git in use: reading packs with their deltas, and the network protocol. */
import './provide-buffer.ts';

// eslint-disable-next-line @typescript-eslint/no-deprecated -- `readObject` reads an object of any type
export { expandOid, fetch, listServerRefs, push, readObject } from 'isomorphic-git';
export type { PromiseFsClient } from 'isomorphic-git';
