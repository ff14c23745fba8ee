/** The port of the alarm tools. `writer` is the agent and conversation that call. */
import type { Alarm, AlarmAnswer, AlarmDraft } from '#shared/alarms/alarm.ts';
import type { TaskWriter } from '../tasks/task-port.ts';

type AgentAlarm = Omit<AlarmDraft, 'id'> & { id?: string };

/** Contract: calls that text from outside may have caused neither delete, change nor postpone the user's alarms, nor set one that repeats. */
export type AlarmPort = {
  /** `id` of the draft: the id or the label of the alarm that is changed. */
  set(draft: AgentAlarm, writer: TaskWriter): Promise<AlarmAnswer<Alarm>>;
  /** The two times after its next one; none if it does not repeat. */
  next(alarm: Alarm): readonly number[];
  /** The alarms in the order in which they ring, without the missed ones. */
  list(): Promise<readonly Alarm[]>;
  /** Deletes the alarm with this id, or with this label if only one has it; returns the deleted alarm. */
  cancel(wanted: string, writer: TaskWriter): Promise<AlarmAnswer<Alarm>>;
  /** Postpones a ringing or missed alarm, named by its id or label; undefined: the only one that rings. */
  snooze(wanted: string | undefined, minutes: number, writer: TaskWriter): Promise<AlarmAnswer<Alarm>>;
  /** On the clock of the engine. */
  now(): number;
};
