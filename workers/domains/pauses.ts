/** Cuts long work into tasks, so that runs and calls of the engine go on between them. */

const sliceMs = 20;

/** Waits for other tasks whenever a slice is over. */
export function createPauses(): () => Promise<void> {
  let end = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < end) return;
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + sliceMs;
  };
}
