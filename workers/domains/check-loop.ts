/**
 * Repeats a check with one timer. While something is planned it checks at least once a minute, because a timer
 * does not notice that the clock was set or the device slept; while nothing is, it has no timer.
 */
export type CheckLoop = {
  check(): Promise<void>;
  stop(): void;
};

export type CheckLoopDeps = {
  /** What is checked, for the error message. */
  subject: string;
  /** Returns the function that clears the timer. */
  setTimer(milliseconds: number, act: () => void): () => void;
  /** Checks once; returns the milliseconds until the next check is due, undefined if nothing is planned. */
  runCheck(): Promise<number | undefined>;
};

export const longestWaitMs = 60_000;

export function createCheckLoop({ subject, setTimer, runCheck }: CheckLoopDeps): CheckLoop {
  let clearTimer: () => void = () => undefined;
  let checking: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;

  function arm(wait: number): void {
    if (!isStopped) clearTimer = setTimer(wait, () => void check());
  }

  async function checkOnce(): Promise<void> {
    clearTimer();
    try {
      const wait = await runCheck();
      if (wait !== undefined) arm(Math.max(0, Math.min(longestWaitMs, wait)));
    } catch (error) {
      console.error(`${subject} could not be checked.`, error);
      arm(longestWaitMs);
    }
  }

  /** Runs one check at a time. A call during a check causes one more check after it. */
  async function check(): Promise<void> {
    if (isStopped) return;
    if (checking) {
      isAgain = true;
      return checking;
    }
    checking = checkOnce();
    await checking;
    checking = undefined;
    if (!isAgain) return;
    isAgain = false;
    return check();
  }

  return {
    check,
    stop() {
      isStopped = true;
      clearTimer();
    },
  };
}
