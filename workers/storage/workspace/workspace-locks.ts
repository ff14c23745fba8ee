/** Who may write when: one writer per file, and nobody else while a folder moves or goes. */

/** Runs `work` while the lock is held; Web Locks, so that other tabs wait too. */
export type WriteLock = <T>(name: string, mode: LockMode, work: () => Promise<T>) => Promise<T>;

/** Held shared by every writer of files, and alone by whoever changes folders. */
export const workspaceLock = 'oneclaw-workspace';
/** Held shared by whoever adds a model; who sweeps wants it alone. */
export const modelsLock = 'oneclaw-models';

/** Every caller takes the workspace first and then the paths in one order, so none waits for another in a circle. */
export function lockPaths<T>(lock: WriteLock, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const names = [...new Set(paths)].sort().map((path) => `oneclaw-file-${path}`);
  const nested = names.reduceRight<() => Promise<T>>(
    (inner, name) => () => lock(name, 'exclusive', inner),
    work,
  );
  return lock(workspaceLock, 'shared', nested);
}

export function lockAll<T>(lock: WriteLock, work: () => Promise<T>): Promise<T> {
  return lock(workspaceLock, 'exclusive', work);
}
