/** What of alarms and of Today is shown outside of its screen; filled by `follow-today.ts` once there is something. */
import { signal } from '@preact/signals';
import type { Alarm } from '#shared/alarms/alarm.ts';

/** The alarms that ring, in this tab or another one. */
export const ringing = signal<readonly Alarm[]>([]);

/** How much waits for the user on the screen Today. */
export const waitingToday = signal(0);
