/**
 * Ends a call at a deadline that can be paused, or at an abort; after either, a result still counts within a
 * grace period.
 */

export type ExpiryCause = 'deadline' | 'abort';

export type WatchOptions<T> = {
  /** Milliseconds; an infinite deadline never passes. */
  deadlineMs: number;
  signal: AbortSignal;
  /** Called once, when the deadline passes or the signal aborts, whichever is first. */
  onExpiry(cause: ExpiryCause): { outcome: T; graceMs: number };
  /** Called once, after the grace, unless the call has ended by then. */
  onOver(outcome: T): void;
};

export type DeadlineWatch = {
  /** Starts another deadline from now; does nothing once the call has expired or ended. */
  restart(deadlineMs: number): void;
  /**
   * Pauses the deadline until the returned function is called. If it is paused several times at once, it
   * continues when all returned functions have been called.
   */
  hold(): () => void;
  /** Stops the watch, because the call has ended. */
  end(): void;
};

export function watchDeadline<T>({ deadlineMs, signal, onExpiry, onOver }: WatchOptions<T>): DeadlineWatch {
  let state: 'running' | 'expired' | 'ended' = 'running';
  let left = deadlineMs;
  let since = 0;
  let holders = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function run(): void {
    since = performance.now();
    // A timer of infinite length would fire at once.
    if (Number.isFinite(left)) timer = setTimeout(expire, left, 'deadline');
  }

  function expire(cause: ExpiryCause): void {
    if (state !== 'running') return;
    state = 'expired';
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    const { outcome, graceMs } = onExpiry(cause);
    if (graceMs === 0) onOver(outcome);
    else timer = setTimeout(onOver, graceMs, outcome);
  }

  function onAbort(): void {
    expire('abort');
  }

  signal.addEventListener('abort', onAbort, { once: true });
  // Deferred, because the caller does not have the returned watch yet.
  if (signal.aborted) queueMicrotask(onAbort);
  else run();
  return {
    restart(milliseconds) {
      if (state !== 'running') return;
      clearTimeout(timer);
      left = milliseconds;
      if (holders === 0) run();
    },
    hold() {
      if (holders++ === 0 && state === 'running') {
        clearTimeout(timer);
        left -= performance.now() - since;
      }
      let isHeld = true;
      return () => {
        if (isHeld && --holders === 0 && state === 'running') run();
        isHeld = false;
      };
    },
    end() {
      state = 'ended';
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
