/** Measures how long a call waited for people, so that figures show how long its tool took. */

export type WaitClock = {
  /** Counts as waiting until the returned function is called; with several holders, until the last of them does. */
  hold(): () => void;
  /** Milliseconds so far. */
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
