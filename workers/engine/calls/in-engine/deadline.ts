/** The deadline of a call that is answered in the engine; it stands still while the user is asked something. */

export type Deadline = {
  /** Stands still until what this returns is called; several may hold it. */
  hold(): () => void;
  end(): void;
};

/** An infinite one never passes. */
export function startDeadline(milliseconds: number, onPassed: () => void): Deadline {
  let left = milliseconds;
  let since = performance.now();
  let holders = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function run(): void {
    since = performance.now();
    // A timer of infinite length would fire at once.
    if (Number.isFinite(left)) timer = setTimeout(onPassed, left);
  }
  function release(): void {
    if (--holders === 0) run();
  }

  run();
  return {
    hold() {
      if (holders++ === 0) {
        clearTimeout(timer);
        left -= performance.now() - since;
      }
      let isHeld = true;
      return () => {
        if (isHeld) release();
        isHeld = false;
      };
    },
    end() {
      // Whoever still holds it releases nothing any more.
      holders = Infinity;
      clearTimeout(timer);
    },
  };
}
