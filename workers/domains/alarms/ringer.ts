/** Lets alarms ring: checks them when the next alarm changes. */
import type { Alarm } from '#shared/alarms/alarm.ts';
import { createCheckLoop, type CheckLoop, type CheckLoopDeps } from '../check-loop.ts';
import { nextMoment } from './advance.ts';

export type RingerDeps = Pick<CheckLoopDeps, 'setTimer'> & {
  now(): number;
  /** Updates all alarms to the present time and returns them; none while alarms are switched off. */
  advance(): Promise<readonly Alarm[]>;
};

export function createRinger({ now, setTimer, advance }: RingerDeps): CheckLoop {
  return createCheckLoop({
    ...{ subject: 'Alarms', setTimer },
    async runCheck() {
      const moments = (await advance()).map(nextMoment).filter((at) => at !== undefined);
      return moments.length === 0 ? undefined : Math.min(...moments) - now();
    },
  });
}
