/**
 * A short-lived cache of the workspace's entries: a shell requests the same entry several times in a row, and
 * each request to the file port crosses a thread. The shell's own changes are invalidated at once; changes by
 * others are visible after `freshMs`.
 */
import type { FileStat } from '#workers/contracts/ports/file-port.ts';

/**
 * Milliseconds: longer than any pause within one command, shorter than the interval of a loop that waits for
 * a file.
 */
const freshMs = 500;

/** `null`: there is no such entry. */
type Known = FileStat | null;

export type StatCache = ReturnType<typeof createStatCache>;

export function createStatCache(now: () => number = Date.now) {
  const entries = new Map<string, { at: number; known: Known }>();
  const lists = new Map<string, { at: number; names: ReadonlyMap<string, FileStat> }>();
  const isFresh = (each: { at: number } | undefined) => each !== undefined && now() - each.at < freshMs;

  return {
    entry(path: string): Known | undefined {
      const list = lists.get(parentOf(path));
      if (list && isFresh(list)) return list.names.get(path) ?? null;
      const entry = entries.get(path);
      return entry && isFresh(entry) ? entry.known : undefined;
    },
    list(path: string): FileStat[] | undefined {
      const list = lists.get(path);
      return list && isFresh(list) ? [...list.names.values()] : undefined;
    },
    keepEntry: (path: string, known: Known) => void entries.set(path, { at: now(), known }),
    keepList: (path: string, stats: readonly FileStat[]) =>
      void lists.set(path, { at: now(), names: new Map(stats.map((stat) => [stat.path, stat])) }),
    /** Removes a path from the cache, but not its folder, whose existence does not change. */
    forget(path: string): void {
      lists.delete(parentOf(path));
      for (const known of [entries, lists]) {
        known.delete(path);
        for (const each of known.keys()) if (each.startsWith(`${path}/`)) known.delete(each);
      }
    },
    clear(): void {
      entries.clear();
      lists.clear();
    },
  };
}

/** The parent of the root is '', so that the root is never looked up in a list. */
export function parentOf(path: string): string {
  if (path === '.') return '';
  const end = path.lastIndexOf('/');
  return end < 0 ? '.' : path.slice(0, end);
}
