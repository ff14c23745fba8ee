/** An alarm: a moment at which the app rings while it is open. */
import type { AlarmId } from '../ids.ts';
import type { TaskOrigin } from '../tasks/task.ts';

/** `missed`: nobody answered it while it rang, or the app was closed when it was due. */
type AlarmState = 'planned' | 'ringing' | 'missed';

export type Alarm = {
  id: AlarmId;
  /** Empty: none was given. */
  label: string;
  /** When it is due, in milliseconds since the epoch. */
  at: number;
  state: AlarmState;
  /** When it began to ring. */
  rangAt?: number;
  /** The user has been notified of this missed alarm. */
  isTold?: true;
  origin: TaskOrigin;
  created: number;
};

/** Exactly one of `at` and `in`. */
export type AlarmDraft = {
  /** A date and time such as `2026-01-31T08:00`, with an offset or on the clock of the device; or `08:00`, the next one. */
  at?: string;
  /** The time from now, such as `90 seconds`, `10 minutes` or `1 hour 30 minutes`. */
  in?: string;
  label?: string;
};

export const alarmLimits = {
  /** Planned and ringing ones in all chats together. */
  alarms: 50,
  /**
   * Of these, those made while text from outside was in the chat: a web page must not be able to
   * fill the list.
   */
  outside: 10,
  /** Missed ones; the newest are kept. */
  missed: 50,
  labelCharacters: 80,
  /** Longest time that an alarm rings. */
  ringMs: 120_000,
  /** An alarm that is overdue by more than this is missed without ringing. */
  lateMs: 300_000,
  /** The calendar is offered for an alarm that is further away. */
  farMs: 300_000,
  /** Furthest time of an alarm: a year. */
  maxMs: 366 * 86_400_000,
  snoozeMinutes: { least: 1, most: 60 },
};

/** The choices on the sheet of a ringing alarm, in minutes. */
export const snoozes = [5, 10] as const;

/** Why alarms were not changed; the page has a text for those that a user can meet. */
export type AlarmErrorCode =
  | 'when-count'
  | 'at-form'
  | 'at-past'
  | 'at-far'
  | 'in-form'
  | 'limit'
  | 'limit-outside'
  | 'gone'
  | 'ambiguous'
  | 'not-due'
  | 'snooze'
  | 'off'
  | 'only-user'
  | 'invalid';

/** `message`: in English, for scripts and models. */
export type AlarmError = { type: 'validation_error'; code: AlarmErrorCode; message: string };
export type AlarmAnswer<T> = { ok: true; value: T } | { ok: false; error: AlarmError };
