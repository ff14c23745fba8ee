/**
 * Write locks of the workspace: one writer per file; moving or deleting a folder excludes all other writers.
 */

/** Runs `work` while the lock is held. It is a Web Lock, so that other tabs wait, too. */
export type WriteLock = <T>(name: string, mode: LockMode, work: () => Promise<T>) => Promise<T>;

/** Writers of files hold it in shared mode, changes of folders in exclusive mode. */
export const workspaceLock = 'oneclaw-workspace';
/** The code that adds a model holds it in shared mode, the clean-up in exclusive mode. */
export const modelsLock = 'oneclaw-models';

const filePrefix = 'oneclaw-file-';

/**
 * What the holder of this lock may change: a path, `null` for the whole workspace, undefined for nothing in
 * it.
 */
function changedPath(name: string): string | null | undefined {
  if (name === workspaceLock) return null;
  return name.startsWith(filePrefix) ? name.slice(filePrefix.length) : undefined;
}

/** Locks the workspace first, then the paths in sorted order: a fixed order prevents deadlocks. */
export function lockPaths<T>(lock: WriteLock, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const names = [...new Set(paths)].sort().map((path) => filePrefix + path);
  const nested = names.reduceRight<() => Promise<T>>(
    (inner, name) => () => lock(name, 'exclusive', inner),
    work,
  );
  return lock(workspaceLock, 'shared', nested);
}

/** Uses a different lock than writers do, so that the holder can write. */
export function holdPath<T>(lock: WriteLock, path: string, work: () => Promise<T>): Promise<T> {
  return lock(`oneclaw-held-${path}`, 'exclusive', work);
}

export function lockAll<T>(lock: WriteLock, work: () => Promise<T>): Promise<T> {
  return lock(workspaceLock, 'exclusive', work);
}

/** Calls `changed` after each exclusive lock, because its holder may have written. */
export function watchLock(lock: WriteLock, changed: (path: string | null) => void): WriteLock {
  return async (name, mode, work) => {
    const path = mode === 'exclusive' ? changedPath(name) : undefined;
    try {
      return await lock(name, mode, work);
    } finally {
      if (path !== undefined) changed(path);
    }
  };
}
