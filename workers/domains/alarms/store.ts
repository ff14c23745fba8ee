/** Alarms in IndexedDB. Every change is one transaction: two tabs cannot let one alarm ring twice. */
import type { AlarmsApi } from '#shared/api/alarms.ts';
import { newId, type AlarmId } from '#shared/ids.ts';
import { alarmLimits, type Alarm, type AlarmAnswer, type AlarmDraft } from '#shared/alarms/alarm.ts';
import type { TaskOrigin } from '#shared/tasks/task.ts';
import type { Database } from '#workers/storage/database.ts';
import { advance } from './advance.ts';
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
  const { database, now } = deps;
  return {
    list: async () => (await database.getAll('alarms')).toSorted(inOrder),
    set: (draft) => set(draft, { by: 'user' }, deps),
    cancel: (id) => change(id, () => null, deps),
    restore: (alarm) => restore(alarm, deps),
    async snooze(id, minutes) {
      if (!isSnooze(minutes)) return fail('snooze');
      if (!deps.isOn()) return fail('off');
      const known = await database.get('alarms', id);
      if (!known) return fail('gone');
      const at = now() + minutes * 60_000;
      // What it is now counts: another tab may have stopped it.
      const changed = await change(id, (each) => (isDue(each) ? planned(each, at) : undefined), deps);
      return changed ? { ok: true, value: planned(changed, at) } : fail('not-due');
    },
    dismiss: async (id) => (await change(id, (each) => (isDue(each) ? null : undefined), deps)) !== undefined,
    takeMissed: () => takeMissed(deps),
  };
}

function isDue({ state }: Alarm): boolean {
  return state !== 'planned';
}

function planned({ rangAt: _, isTold: __, ...alarm }: Alarm, at: number): Alarm {
  return { ...alarm, at, state: 'planned' };
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
  const open = (await transaction.store.getAll()).filter(({ state }) => state !== 'missed');
  if (open.length >= alarmLimits.alarms) return fail('limit');
  const isFull = open.filter((each) => each.origin.outside).length >= alarmLimits.outside;
  if (origin.outside && isFull) return fail('limit-outside');
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

async function restore(alarm: Alarm, { database, changed }: AlarmStoreDeps): Promise<AlarmAnswer<Alarm>> {
  if (!isAlarm(alarm)) return fail('invalid');
  const transaction = database.transaction('alarms', 'readwrite');
  const others = (await transaction.store.getAll()).filter(({ id }) => id !== alarm.id);
  if (others.length >= alarmLimits.alarms + alarmLimits.missed) return fail('limit');
  // It does not start to ring again where it was stopped.
  await transaction.store.put(alarm.state === 'ringing' ? { ...alarm, state: 'missed' } : alarm);
  await transaction.done;
  changed(alarm.id);
  return { ok: true, value: alarm };
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

/** Lets the time pass for all of them; the tab whose transaction comes first does it, and the others find it done. */
export async function advanceAll({ database, now, changed }: AlarmStoreDeps): Promise<Alarm[]> {
  const transaction = database.transaction('alarms', 'readwrite');
  const before = await transaction.store.getAll();
  const after = before.map((alarm) => advance(alarm, now()));
  const advanced = after.filter((alarm, at) => alarm !== before[at]);
  for (const alarm of advanced) await transaction.store.put(alarm);
  const missed = after.filter(({ state }) => state === 'missed').toSorted((one, other) => other.at - one.at);
  const dropped = new Set(missed.slice(alarmLimits.missed).map(({ id }) => id));
  for (const id of dropped) await transaction.store.delete(id);
  await transaction.done;
  const ids = [...advanced.map(({ id }) => id), ...dropped];
  if (ids.length > 0) changed(...ids);
  return after.filter(({ id }) => !dropped.has(id));
}

const places = { ringing: 0, planned: 1, missed: 2 };

export function inOrder(one: Alarm, other: Alarm): number {
  return (
    places[one.state] - places[other.state] || one.at - other.at || (one.id < other.id ? -1 : 1)
  );
}
