/**
 * Lets alarms ring, with one timer to what comes next. While an alarm is planned it looks at least once a minute, because a
 * timer does not notice that the clock was set or that the device slept; while none is, it has no timer.
 */
import type { Alarm } from '#shared/alarms/alarm.ts';
import { nextMoment } from './advance.ts';

export type RingerDeps = {
  now(): number;
  /** Returns the function that takes the timer away. */
  setTimer(milliseconds: number, act: () => void): () => void;
  /** Lets the time pass for all alarms and returns those for which it passes. */
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

  async function look(): Promise<void> {
    clearTimer();
    const moments = (await advance()).map(nextMoment).filter((at) => at !== undefined);
    if (isStopped || moments.length === 0) return;
    const wait = Math.min(longestWaitMs, Math.min(...moments) - now());
    clearTimer = setTimer(Math.max(0, wait), () => void check());
  }

  /** One after the other; what changes meanwhile is looked at again. */
  async function check(): Promise<void> {
    if (isStopped) return;
    if (checking) {
      isAgain = true;
      return checking;
    }
    checking = look().catch((error: unknown) => {
      console.error('Alarms could not be looked at.', error);
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
