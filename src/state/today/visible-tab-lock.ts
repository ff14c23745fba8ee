/**
 * Does something in one tab at a time, by a Web Lock: in the visible tab, which steals the lock, otherwise in
 * the first that requested it.
 */

/**
 * Milliseconds before a tab that was never tapped requests the lock: the browser plays no sound there, so
 * other tabs go first.
 */
const untappedWaitMs = 1_000;

/**
 * Calls `begin` once this tab has the lock; `begin` returns the function that ends its work. Returns a
 * function that ends it and gives up the lock.
 */
export function holdVisibleTabLock(name: string, begin: () => () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  let end: (() => void) | undefined;

  async function take(isInSight: boolean): Promise<void> {
    try {
      // The Web Locks API does not allow `steal` together with `signal`.
      await navigator.locks.request(name, isInSight ? { steal: true } : { signal }, () => {
        if (signal.aborted || end) return;
        const stop = begin();
        return new Promise<void>((resolve) => {
          end = () => {
            end = undefined;
            stop();
            resolve();
          };
        });
      });
    } catch (error) {
      end?.();
      if (signal.aborted) return;
      if (!(error instanceof DOMException) || error.name !== 'AbortError') return console.error(error);
      // A visible tab stole the lock: wait until that tab releases it.
      await take(false);
    }
  }

  const takeIfInSight = () => void (document.hidden || end || !isTapped() || take(true));
  document.addEventListener('visibilitychange', takeIfInSight, { signal });
  for (const event of ['pointerup', 'keydown']) document.addEventListener(event, takeIfInSight, { signal });
  const timer = setTimeout(() => void take(isTapped() && !document.hidden), isTapped() ? 0 : untappedWaitMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    over.abort();
    end?.();
  };
}

function isTapped(): boolean {
  return navigator.userActivation.hasBeenActive;
}
