/** Measures how long a call waited for the user, so that this time is not counted as the tool's duration. */

export type WaitClock = {
  /**
   * Starts to count; the returned function ends it. If it is started several times at once, time counts until
   * all returned functions have been called.
   */
  hold(): () => void;
  /** Milliseconds waited so far. */
  waitedMs(): number;
};

export function createWaitClock(now: () => number): WaitClock {
  let holders = 0;
  let since = 0;
  let past = 0;
  return {
    hold() {
      if (holders++ === 0) since = now();
      let isHeld = true;
      return () => {
        if (isHeld && --holders === 0) past += now() - since;
        isHeld = false;
      };
    },
    waitedMs: () => past + (holders > 0 ? now() - since : 0),
  };
}
