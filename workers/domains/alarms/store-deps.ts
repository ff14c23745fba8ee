/** What the store of alarms needs. */
import type { Database } from '#workers/storage/database.ts';
import type { UnsavedAlarms } from './unsaved-alarms.ts';

export type AlarmStoreDeps = {
  database: Database;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The time zone of the device, which may change. */
  timeZone(): string;
  /** Whether alarms are switched on; if not, none rings and none can be set. */
  isOn(): boolean;
  /** Called with the ids after each change. */
  changed(...ids: string[]): void;
  unsaved: UnsavedAlarms;
};
