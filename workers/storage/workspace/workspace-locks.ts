/** Write locks of the workspace: one writer per file; moving or deleting a folder excludes all other writers. */

/** Runs `work` while the lock is held; Web Locks, so that other tabs wait too. */
export type WriteLock = <T>(name: string, mode: LockMode, work: () => Promise<T>) => Promise<T>;

/** Held shared by writers of files, exclusively by changes of folders. */
export const workspaceLock = 'oneclaw-workspace';
/** Held shared while a model is added, exclusively by the clean-up. */
export const modelsLock = 'oneclaw-models';

/** Locks the workspace first, then the paths in sorted order: a fixed order prevents deadlocks. */
export function lockPaths<T>(lock: WriteLock, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const names = [...new Set(paths)].sort().map((path) => `oneclaw-file-${path}`);
  const nested = names.reduceRight<() => Promise<T>>(
    (inner, name) => () => lock(name, 'exclusive', inner),
    work,
  );
  return lock(workspaceLock, 'shared', nested);
}

/** Beside the locks of writers, so that a holder can write. */
export function holdPath<T>(lock: WriteLock, path: string, work: () => Promise<T>): Promise<T> {
  return lock(`oneclaw-held-${path}`, 'exclusive', work);
}

export function lockAll<T>(lock: WriteLock, work: () => Promise<T>): Promise<T> {
  return lock(workspaceLock, 'exclusive', work);
}
