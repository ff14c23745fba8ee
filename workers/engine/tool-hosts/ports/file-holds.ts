/**
 * The locks on paths that a call holds through its file port; released on request and when the call is over.
 */
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defer } from './defer.ts';

type Holds = {
  /** Resolves with the number of the hold once the path is locked. */
  begin(path: string): Promise<number>;
  end(hold: number): Promise<void>;
};

export function createHolds(files: Pick<FilePort, 'hold'>, over: AbortSignal): Holds {
  const open = new Map<number, () => void>();
  let begun = 0;
  // Covers a terminated host as well as a call that still waits, which releases the lock as soon as it gets
  // it.
  over.addEventListener('abort', () => open.forEach((release) => release()), { once: true });

  return {
    async begin(path) {
      const hold = ++begun;
      const held = defer<number>();
      const released = defer<undefined>();
      open.set(hold, () => released.resolve(undefined));
      files
        .hold(path, async () => {
          held.resolve(hold);
          if (!over.aborted) await released.promise;
        })
        .catch(held.reject);
      return held.promise;
    },
    async end(hold) {
      const release = open.get(hold);
      if (!release) throw new ToolError('execution_error', 'There is no such hold of a path.');
      open.delete(hold);
      release();
    },
  };
}
