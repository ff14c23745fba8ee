/**
 * Transactions over several files: a tool computes the changes in its host while the engine holds the locks.
 */
import type { FileChange, FilePort } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defer } from './defer.ts';

type OpenChange = {
  /** Passes the changes to the transaction; `null` makes it change nothing. */
  decide(changes: readonly FileChange[] | null): void;
  /** Settles when the transaction has ended and the locks are released. */
  made: Promise<void>;
};

export type Changes = {
  /** Resolves with the current files once the paths are locked. */
  begin(paths: readonly string[]): Promise<{ change: number; files: (File | null)[] }>;
  end(change: number, changes: readonly FileChange[] | null): Promise<void>;
};

export function createChanges(files: FilePort, over: AbortSignal): Changes {
  const open = new Map<number, OpenChange>();
  let begun = 0;
  // A terminated host can no longer decide, and its locks must not be held for ever.
  over.addEventListener('abort', () => open.forEach(({ decide }) => decide(null)), { once: true });

  return {
    async begin(paths) {
      const decision = defer<readonly FileChange[] | null>();
      const locked = defer<(File | null)[]>();
      const made = files.change(paths, async (read) => {
        locked.resolve(await Promise.all(paths.map(read)));
        if (over.aborted) decision.resolve(null);
        return (await decision.promise) ?? [];
      });
      const change = ++begun;
      made.catch((error: unknown) => {
        open.delete(change);
        locked.reject(error);
      });
      open.set(change, { decide: decision.resolve, made });
      return { change, files: await locked.promise };
    },
    async end(change, changes) {
      const found = open.get(change);
      if (!found) throw new ToolError('execution_error', 'There is no such change of files.');
      open.delete(change);
      found.decide(changes);
      await found.made;
    },
  };
}
