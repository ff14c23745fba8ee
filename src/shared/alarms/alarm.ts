/** An alarm: a moment at which the app rings while it is open. */
import type { AlarmId } from '../ids.ts';
import type { TaskOrigin } from '../tasks/task.ts';

/** `missed`: nobody answered it while it rang, or the app was closed when it was due. */
type AlarmState = 'planned' | 'ringing' | 'missed';

/**
 * When an alarm rings again: five fields of cron, or a time such as `08:00` on days such as `2026-01-31`. Both are on
 * the clock of the device wherever it is, so that a traveller is woken at seven there.
 */
export type AlarmRepeat = { cron: string } | { days: readonly string[]; time: string };

/**
 * One that repeats stays planned. Each time that it is due adds an alarm of its own, which rings, is snoozed, stopped
 * or missed.
 */
export type Alarm = {
  id: AlarmId;
  /** Empty: none was given. */
  label: string;
  /** When it is due, in milliseconds since the epoch. */
  at: number;
  state: AlarmState;
  /** When it began to ring. */
  rangAt?: number;
  repeat?: AlarmRepeat;
  /** Of one that repeats: it is not due before this moment. */
  starts?: number;
  /** Of one that repeats: the last time that it was due. */
  lastDue?: number;
  /** The alarm that repeats and was due. */
  series?: AlarmId;
  /** The user has been notified of this missed alarm. */
  isTold?: true;
  origin: TaskOrigin;
  created: number;
};

/** Exactly one of `at` and `in`, unless `repeat` is cron or an alarm is changed. */
export type AlarmDraft = {
  /** The id of a planned alarm that is changed: what is not named stays. */
  id?: AlarmId;
  /** A date and time such as `2026-01-31T08:00`, with an offset or on the clock of the device; or `08:00`, the next one. */
  at?: string;
  /** The time from now, such as `90 seconds`, `10 minutes` or `1 hour 30 minutes`. */
  in?: string;
  /**
   * `daily`, `weekdays`, `weekends`, `weekly`, or days of the week such as `mon, thu`, each at the time of `at`; or five
   * fields of cron; or `never`.
   */
  repeat?: string;
  /** Days such as `2026-01-31`, at the time of `at`; they replace `repeat`. */
  dates?: readonly string[];
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
  /** One that repeats rings at most this often; a ring lasts up to two minutes. */
  repeatMs: 300_000,
  dates: 60,
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
  | 'repeat-form'
  | 'repeat-often'
  | 'repeat-never'
  | 'repeat-time'
  | 'repeat-user'
  | 'dates-form'
  | 'dates-past'
  | 'not-planned'
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
