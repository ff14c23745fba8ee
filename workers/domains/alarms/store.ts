/** Alarms in IndexedDB. Every change is one transaction: two tabs cannot let one alarm ring twice. */
import type { AlarmsApi } from '#shared/api/alarms.ts';
import { newId, type AlarmId } from '#shared/ids.ts';
import { alarmLimits, type Alarm, type AlarmAnswer, type AlarmDraft } from '#shared/alarms/alarm.ts';
import type { TaskOrigin } from '#shared/tasks/task.ts';
import type { Database } from '#workers/storage/database.ts';
import { advance, silence } from './advance.ts';
import { fail, isSnooze, readDraft } from './check.ts';
import { isAlarm } from './shape.ts';

export type AlarmStoreDeps = {
  database: Database;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Off: nothing rings at a time, and nothing is set. */
  isOn(): boolean;
  /** Called with the ids after each change. */
  changed(...ids: string[]): void;
};

export type AlarmStore = Omit<AlarmsApi, 'check'>;

export function createAlarmStore(deps: AlarmStoreDeps): AlarmStore {
  const { database } = deps;
  return {
    list: async () => (await database.getAll('alarms')).toSorted(inOrder),
    set: (draft) => set(draft, { by: 'user' }, deps),
    cancel: (id) => change(id, () => null, deps),
    restore: (alarm) => restore(alarm, deps),
    snooze: (id, minutes) => snooze(id, minutes, deps),
    dismiss: async (id) => (await change(id, (each) => (isDue(each) ? null : undefined), deps)) !== undefined,
    takeMissed: () => takeMissed(deps),
  };
}

function isDue({ state }: Alarm): boolean {
  return state !== 'planned';
}

async function snooze(
  id: AlarmId,
  minutes: number,
  { database, now, isOn, changed }: AlarmStoreDeps,
): Promise<AlarmAnswer<Alarm>> {
  if (!isSnooze(minutes)) return fail('snooze');
  if (!isOn()) return fail('off');
  const transaction = database.transaction('alarms', 'readwrite');
  const all = await transaction.store.getAll();
  const known = all.find((each) => each.id === id);
  if (!known) return fail('gone');
  // What it is now counts: another tab may have stopped it.
  if (!isDue(known)) return fail('not-due');
  if (isFull(all.filter((each) => each !== known))) return fail('limit');
  const { rangAt: _, isTold: __, ...kept } = known;
  const alarm: Alarm = { ...kept, at: now() + minutes * 60_000, state: 'planned' };
  await transaction.store.put(alarm);
  await transaction.done;
  changed(id);
  return { ok: true, value: alarm };
}

function isFull(alarms: readonly Alarm[]): boolean {
  return alarms.filter(isOpen).length >= alarmLimits.alarms;
}

function isOpen({ state }: Alarm): boolean {
  return state !== 'missed';
}

/** `outside`: text from outside may have caused it. */
export async function set(
  draft: AlarmDraft,
  origin: TaskOrigin,
  { database, now, isOn, changed }: AlarmStoreDeps,
): Promise<AlarmAnswer<Alarm>> {
  if (!isOn()) return fail('off');
  const read = readDraft(draft, now());
  if (!read.ok) return read;
  const transaction = database.transaction('alarms', 'readwrite');
  const open = (await transaction.store.getAll()).filter(isOpen);
  if (isFull(open)) return fail('limit');
  const fromOutside = open.filter((each) => each.origin.outside).length;
  if (origin.outside && fromOutside >= alarmLimits.outside) return fail('limit-outside');
  const alarm: Alarm = { id: newId('alarm'), ...read.value, state: 'planned', origin, created: now() };
  await transaction.store.put(alarm);
  await transaction.done;
  changed(alarm.id);
  return { ok: true, value: alarm };
}

/** `act`: null deletes it, undefined leaves it. Resolves to what it was, if it was changed. */
async function change(
  id: AlarmId,
  act: (alarm: Alarm) => Alarm | null | undefined,
  { database, changed }: Pick<AlarmStoreDeps, 'database' | 'changed'>,
): Promise<Alarm | undefined> {
  const transaction = database.transaction('alarms', 'readwrite');
  const known = await transaction.store.get(id);
  const next = known && act(known);
  if (next) await transaction.store.put(next);
  if (next === null) await transaction.store.delete(id);
  await transaction.done;
  if (next === undefined) return undefined;
  changed(id);
  return known;
}

async function restore(
  alarm: Alarm,
  { database, now, changed }: AlarmStoreDeps,
): Promise<AlarmAnswer<Alarm>> {
  if (!isAlarm(alarm)) return fail('invalid');
  if (alarm.at - now() > alarmLimits.mostMs) return fail('at-far');
  // It does not start to ring again where it was stopped.
  const value: Alarm = alarm.at <= now() ? { ...alarm, state: 'missed' } : alarm;
  const transaction = database.transaction('alarms', 'readwrite');
  const others = (await transaction.store.getAll()).filter(({ id }) => id !== alarm.id);
  if (isOpen(value) && isFull(others)) return fail('limit');
  await transaction.store.put(value);
  await transaction.done;
  changed(alarm.id);
  return { ok: true, value };
}

async function takeMissed({ database, changed }: AlarmStoreDeps): Promise<Alarm[]> {
  const transaction = database.transaction('alarms', 'readwrite');
  const untold = (await transaction.store.getAll()).filter(
    ({ state, isTold }) => state === 'missed' && !isTold,
  );
  for (const alarm of untold) await transaction.store.put({ ...alarm, isTold: true });
  await transaction.done;
  if (untold.length > 0) changed(...untold.map(({ id }) => id));
  return untold.toSorted(inOrder);
}

/**
 * Lets the time pass for all of them; the tab whose transaction comes first does it, and the others find it done. While
 * alarms are switched off, what rings is missed, the rest stays as it is, and none is returned.
 */
export async function advanceAll({ database, now, isOn, changed }: AlarmStoreDeps): Promise<Alarm[]> {
  const transaction = database.transaction('alarms', 'readwrite');
  const before = await transaction.store.getAll();
  const after = before.map((alarm) => (isOn() ? advance(alarm, now()) : silence(alarm)));
  const advanced = after.filter((alarm, at) => alarm !== before[at]);
  for (const alarm of advanced) await transaction.store.put(alarm);
  const missed = after.filter(({ state }) => state === 'missed').toSorted((one, other) => other.at - one.at);
  const dropped = new Set(missed.slice(alarmLimits.missed).map(({ id }) => id));
  for (const id of dropped) await transaction.store.delete(id);
  await transaction.done;
  const ids = [...advanced.map(({ id }) => id), ...dropped];
  if (ids.length > 0) changed(...ids);
  return isOn() ? after.filter(({ id }) => !dropped.has(id)) : [];
}

const places = { ringing: 0, planned: 1, missed: 2 };

function inOrder(one: Alarm, other: Alarm): number {
  return places[one.state] - places[other.state] || one.at - other.at || (one.id < other.id ? -1 : 1);
}
