/** Sets a new alarm, or changes a planned one in one transaction. */
import { newId } from '#shared/ids.ts';
import { alarmLimits, type Alarm, type AlarmAnswer, type AlarmDraft } from '#shared/alarms/alarm.ts';
import type { TaskOrigin } from '#shared/tasks/task.ts';
import { fail } from './check.ts';
import { readDraft } from './read-draft.ts';
import type { AlarmStoreDeps } from './store-deps.ts';

/** `origin.outside`: text from outside may have caused the alarm, and only few such alarms can be planned. */
export async function setAlarm(
  draft: AlarmDraft,
  origin: TaskOrigin,
  { database, now, timeZone, isOn, changed, unsaved }: AlarmStoreDeps,
): Promise<AlarmAnswer<Alarm>> {
  if (!isOn()) return fail('off');
  const transaction = database.transaction('alarms', 'readwrite');
  const all = unsaved.over(await transaction.store.getAll());
  const known = draft.id === undefined ? undefined : all.find(({ id }) => id === draft.id);
  if (draft.id !== undefined && !known) return fail('gone');
  if (known && known.state !== 'planned') return fail('not-planned');
  const read = readDraft(draft, { now: now(), zone: timeZone() }, known);
  if (!read.ok) return read;
  if (!known && isFull(all)) return fail('limit');
  const fromOutside = all.filter((each) => isOpen(each) && each.origin.outside).length;
  if (!known && origin.outside && fromOutside >= alarmLimits.outside) return fail('limit-outside');
  const first: Omit<Alarm, 'at' | 'label'> = { id: newId('alarm'), state: 'planned', origin, created: now() };
  const { repeat: _, starts: __, lastDue: ___, ...kept } = known ?? first;
  const alarm: Alarm = { ...kept, ...read.value };
  await transaction.store.put(alarm);
  await transaction.done;
  unsaved.forget(alarm.id);
  changed(alarm.id);
  return { ok: true, value: alarm };
}

export function isFull(alarms: readonly Alarm[]): boolean {
  return alarms.filter(isOpen).length >= alarmLimits.alarms;
}

export function isOpen({ state }: Alarm): boolean {
  return state !== 'missed';
}
