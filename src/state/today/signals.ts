/**
 * The parts of Today that are shown outside its screen; `follow-today.ts` sets them once there is something
 * to show.
 */
import { signal } from '@preact/signals';
import type { Alarm } from '#shared/alarms/alarm.ts';

/** The alarms that ring, in this tab or another one. */
export const ringing = signal<readonly Alarm[]>([]);

/** How much waits for the user on the screen Today. */
export const waitingToday = signal(0);
