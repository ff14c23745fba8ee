/** What the tools of alarms are given: the alarms, and who asks. */
import type { Alarm, AlarmAnswer, AlarmDraft } from '#shared/alarms/alarm.ts';
import type { TaskWriter } from './task-port.ts';

/** Contract: what text from outside may have caused neither deletes the user's alarms nor puts them off. */
export type AlarmPort = {
  set(draft: AlarmDraft, writer: TaskWriter): Promise<AlarmAnswer<Alarm>>;
  /** The next one first, without the missed ones. */
  list(): Promise<readonly Alarm[]>;
  /** By its id, or its label where only one has it; returns what was deleted. */
  cancel(wanted: string, writer: TaskWriter): Promise<AlarmAnswer<Alarm>>;
  /** Of those that ring or were missed: by its id or its label; undefined: the only one that rings. */
  snooze(wanted: string | undefined, minutes: number, writer: TaskWriter): Promise<AlarmAnswer<Alarm>>;
  /** On the clock of the engine. */
  now(): number;
};
