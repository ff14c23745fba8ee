/** Does something in one tab at a time: in the one in sight, which takes it over, else in the first that asked. */

/** Milliseconds. The browser plays no sound in a tab that was not tapped, so the others ask first. */
const untappedWaitMs = 1_000;

/** `begin` returns the function that ends it; so does this. */
export function takeTurn(name: string, begin: () => () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  let end: (() => void) | undefined;

  async function take(isInSight: boolean): Promise<void> {
    try {
      // A lock cannot be both waited for with a signal and taken over.
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
      // Another tab in sight took it over; once that one is closed, it is this one's turn again.
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
