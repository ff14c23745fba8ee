/** The clock and the timer of what is due at a time. */

/** Tests set the clock of the scheduler in the build that is made for them. */
export async function openClock(wake: () => void): Promise<() => number> {
  if (import.meta.env.MODE !== 'test') return Date.now;
  const { openTestClock } = await import('#workers/engine/testing/test-clock.ts');
  return openTestClock(wake);
}

/** Returns the function that clears the timer. */
export function setTimer(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}
