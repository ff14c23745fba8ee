/**
 * A process holds a Web Lock as long as it runs, so that every tab can list it. Stealing the lock kills the
 * process.
 */
import { asId, type SessionId } from '#shared/ids.ts';
import { heldLocks } from '#workers/engine/held-locks.ts';

const prefix = 'process ';

/** `folder`: of its code session. */
export const lockName = (folder: SessionId, id: string) => `${prefix}${folder} ${id}`;
export const folderOfLock = (name: string) =>
  asId<'session'>(name.slice(prefix.length, name.lastIndexOf(' ')));

/** The locks of the processes that run in any tab. */
export const heldProcesses = () => heldLocks(prefix);
