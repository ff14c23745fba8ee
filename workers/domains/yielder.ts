/** Splits long work into tasks of the event loop, so that runs and calls continue between them. */

const sliceMs = 20;

/** The returned function yields to other tasks if the current time slice is over. */
export function createYielder(): () => Promise<void> {
  let end = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < end) return;
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + sliceMs;
  };
}
