/** A counting semaphore: a limited number of tasks work at a time, the others wait in order. */

export type Semaphore = {
  /** True once there is a permit; false if the signal aborts first. */
  acquire(signal?: AbortSignal): Promise<boolean>;
  /** Gives back one acquired permit. */
  release(): void;
};

export function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;

  function release(): void {
    // Handed over: if it were freed first, a task that came later could take it.
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  function waitForPermit(signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const grant = () => {
        signal?.removeEventListener('abort', stop);
        resolve(true);
      };
      const stop = () => {
        waiting.splice(waiting.indexOf(grant), 1);
        resolve(false);
      };
      waiting.push(grant);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  return {
    async acquire(signal) {
      if (signal?.aborted) return false;
      if (free > 0) {
        free--;
        return true;
      }
      const isGranted = await waitForPermit(signal);
      if (!isGranted || !signal?.aborted) return isGranted;
      // It aborted after the permit was handed over.
      release();
      return false;
    },
    release,
  };
}
