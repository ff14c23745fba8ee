/** A screen wake lock for as long as it is wanted: browsers let go of it whenever the page is hidden. */

/** Returns what lets go of it. */
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
      // An empty battery is a good reason to refuse; the work goes on without.
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
