/**
 * What is known of the workspace's entries, for a moment: a shell asks for the same entry several times in a row, and
 * each question to the file port crosses a thread. What the shell changes is forgotten at once; what others change is
 * seen after `freshMs`.
 */
import type { FileStat } from '#workers/contracts/ports/file-port.ts';

/** Longer than any pause within one command of a script, shorter than a loop that waits for a file. */
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
    /** Its folder stays known: that it exists does not change. */
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

/** The root's own parent is no path, so that the root is never looked up in a list. */
export function parentOf(path: string): string {
  if (path === '.') return '';
  const end = path.lastIndexOf('/');
  return end < 0 ? '.' : path.slice(0, end);
}
