/** A screen wake lock that is acquired again when the page is shown: browsers release it when the page is hidden. */

/** Returns a function that releases it. */
export function holdWakeLock(): () => void {
  const over = new AbortController();
  let lock: WakeLockSentinel | undefined;

  async function acquire(): Promise<void> {
    if (document.hidden) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (over.signal.aborted) await got.release();
      else lock = got;
    } catch (error) {
      // Browsers refuse on low battery; the run continues without it.
      console.warn(error);
    }
  }

  void acquire();
  document.addEventListener('visibilitychange', () => void acquire(), { signal: over.signal });
  return () => {
    over.abort();
    void lock?.release();
  };
}
