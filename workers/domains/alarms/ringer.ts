/**
 * Lets alarms ring, with one timer for the next change of an alarm. While an alarm is planned it checks at
 * least once a minute, because a timer does not notice that the clock was set or the device slept. While none
 * is, it has no timer.
 */
import type { Alarm } from '#shared/alarms/alarm.ts';
import { nextMoment } from './advance.ts';

export type RingerDeps = {
  now(): number;
  /** Returns the function that clears the timer. */
  setTimer(milliseconds: number, act: () => void): () => void;
  /** Updates all alarms to the present time and returns them; none while alarms are switched off. */
  advance(): Promise<readonly Alarm[]>;
};

export type Ringer = {
  check(): Promise<void>;
  stop(): void;
};

const longestWaitMs = 60_000;

export function createRinger({ now, setTimer, advance }: RingerDeps): Ringer {
  let clearTimer: () => void = () => undefined;
  let checking: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;

  async function runCheck(): Promise<void> {
    clearTimer();
    const moments = (await advance()).map(nextMoment).filter((at) => at !== undefined);
    if (isStopped || moments.length === 0) return;
    const wait = Math.min(longestWaitMs, Math.min(...moments) - now());
    clearTimer = setTimer(Math.max(0, wait), () => void check());
  }

  /** Runs one check at a time. A call during a check causes one more check after it. */
  async function check(): Promise<void> {
    if (isStopped) return;
    if (checking) {
      isAgain = true;
      return checking;
    }
    checking = runCheck().catch((error: unknown) => {
      console.error('Alarms could not be checked.', error);
      clearTimer = setTimer(longestWaitMs, () => void check());
    });
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
