/** Alarms in IndexedDB. Every change is one transaction: two tabs cannot let one alarm ring twice. */
import type { AlarmsApi } from '#shared/api/alarms.ts';
import type { AlarmId } from '#shared/ids.ts';
import { alarmLimits, type Alarm, type AlarmAnswer } from '#shared/alarms/alarm.ts';
import { advance, silence } from './advance.ts';
import { fail, isSnooze } from './check.ts';
import { nextRing, replacedMissed } from './series.ts';
import { isFull, isOpen, setAlarm } from './set-alarm.ts';
import { isAlarm } from './shape.ts';
import type { AlarmStoreDeps } from './store-deps.ts';

export type AlarmStore = Omit<AlarmsApi, 'check'>;

export function createAlarmStore(deps: AlarmStoreDeps): AlarmStore {
  const { database, unsaved } = deps;
  return {
    list: async () => unsaved.over(await database.getAll('alarms')).toSorted(inOrder),
    set: (draft) => setAlarm(draft, { by: 'user' }, deps),
    cancel: (id) => cancel(id, deps),
    restore: (alarm) => restore(alarm, deps),
    snooze: (id, minutes) => snooze(id, minutes, deps),
    dismiss: (id) => dismiss(id, deps),
    takeMissed: () => takeMissed(deps),
  };
}

function isDue({ state }: Alarm): boolean {
  return state !== 'planned';
}

async function snooze(id: AlarmId, minutes: number, deps: AlarmStoreDeps): Promise<AlarmAnswer<Alarm>> {
  const { database, now, isOn, changed, unsaved } = deps;
  if (!isSnooze(minutes)) return fail('snooze');
  if (!isOn()) return fail('off');
  const transaction = database.transaction('alarms', 'readwrite');
  const allStored = await transaction.store.getAll();
  const all = unsaved.over(allStored);
  const known = all.find((each) => each.id === id);
  if (!known) return fail('gone');
  // Checked inside the transaction: another tab may have stopped it.
  if (!isDue(known)) return fail('not-due');
  if (isFull(all.filter((each) => each !== known))) return fail('limit');
  const { rangAt: _, isTold: __, ...kept } = known;
  const alarm: Alarm = { ...kept, at: now() + minutes * 60_000, state: 'planned' };
  const stored = allStored.find((each) => each.id === id);
  await keep(transaction, { id, stored, now: alarm }, deps);
  changed(id);
  return { ok: true, value: alarm };
}

/** With one that repeats, what it let ring goes too, and what is snoozed of it. */
async function cancel(
  id: AlarmId,
  { database, changed, unsaved }: AlarmStoreDeps,
): Promise<Alarm | undefined> {
  const transaction = database.transaction('alarms', 'readwrite');
  const all = unsaved.over(await transaction.store.getAll());
  const known = all.find((each) => each.id === id);
  const gone = all.filter((each) => each === known || (each.series === id && isOpen(each)));
  await Promise.all([...gone.map((each) => transaction.store.delete(each.id)), transaction.done]);
  unsaved.forget(...gone.map((each) => each.id));
  if (known) changed(...gone.map((each) => each.id));
  return known;
}

async function dismiss(id: AlarmId, deps: AlarmStoreDeps): Promise<boolean> {
  const transaction = deps.database.transaction('alarms', 'readwrite');
  const allStored = await transaction.store.getAll();
  const known = deps.unsaved.over(allStored).find((each) => each.id === id);
  if (!known || !isDue(known)) return false;
  const stored = allStored.find((each) => each.id === id);
  await keep(transaction, { id, stored, now: null }, deps);
  deps.changed(id);
  return true;
}

type Changing = {
  store: { put(alarm: Alarm): Promise<unknown>; delete(id: AlarmId): Promise<unknown> };
  done: Promise<unknown>;
};

/**
 * Stores a change; `null` deletes. Keeps it in memory if that fails: a ringing alarm must stop, and a snoozed
 * one ring again.
 */
async function keep(
  { store, done }: Changing,
  { id, stored, now }: { id: AlarmId; stored: Alarm | undefined; now: Alarm | null },
  { unsaved }: AlarmStoreDeps,
): Promise<void> {
  try {
    await Promise.all([now ? store.put(now) : store.delete(id), done]);
    unsaved.forget(id);
  } catch (error) {
    console.error('An alarm could not be stored.', error);
    unsaved.set(id, stored, now);
  }
}

async function restore(
  alarm: Alarm,
  { database, now, timeZone, changed }: AlarmStoreDeps,
): Promise<AlarmAnswer<Alarm>> {
  if (!isAlarm(alarm)) return fail('invalid');
  if (alarm.at - now() > alarmLimits.maxMs) return fail('at-far');
  // An alarm whose time has passed must not start to ring again.
  const value = alarm.at > now() ? alarm : laterOf(alarm, now(), timeZone());
  const transaction = database.transaction('alarms', 'readwrite');
  const others = (await transaction.store.getAll()).filter(({ id }) => id !== alarm.id);
  if (isOpen(value) && isFull(others)) return fail('limit');
  await transaction.store.put(value);
  await transaction.done;
  changed(alarm.id);
  return { ok: true, value };
}

/** One that repeats has a next time; times that passed while it was cancelled were not missed. */
function laterOf(alarm: Alarm, now: number, zone: string): Alarm {
  const at = alarm.repeat && nextRing(alarm.repeat, now, zone);
  return at ? { ...alarm, at } : { ...alarm, state: 'missed' };
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
 * Updates all alarms to the present time; the tab whose transaction comes first does it, and the others find
 * it done. While alarms are switched off, ringing ones become missed, the rest is unchanged, and none is
 * returned. Changes that cannot be stored are kept in memory.
 */
export async function advanceAll(deps: AlarmStoreDeps): Promise<Alarm[]> {
  try {
    return await advanceStored(deps);
  } catch (error) {
    console.error('Changes of alarms could not be stored.', error);
    return advanceUnsaved(deps);
  }
}

async function advanceStored(deps: AlarmStoreDeps): Promise<Alarm[]> {
  const { database, changed, unsaved, isOn } = deps;
  const transaction = database.transaction('alarms', 'readwrite');
  const stored = await transaction.store.getAll();
  const after = unsaved.over(stored).flatMap((alarm) => pass(alarm, deps));
  const advanced = after.filter((alarm) => !stored.includes(alarm));
  const missed = after.filter(({ state }) => state === 'missed').toSorted((one, other) => other.at - one.at);
  const old = missed.slice(alarmLimits.missed).map(({ id }) => id);
  const stopped = stored.map(({ id }) => id).filter((id) => after.every((alarm) => alarm.id !== id));
  const dropped = new Set([...old, ...replacedMissed(after), ...stopped]);
  // Asynchronous functions, because a transaction that was aborted by the first write throws at the next one.
  await Promise.all([
    ...advanced.filter(({ id }) => !dropped.has(id)).map(async (alarm) => transaction.store.put(alarm)),
    ...[...dropped].map(async (id) => transaction.store.delete(id)),
    transaction.done,
  ]);
  const ids = [...advanced.map(({ id }) => id), ...dropped];
  unsaved.forget(...ids);
  if (ids.length > 0) changed(...ids);
  return isOn() ? after.filter(({ id }) => !dropped.has(id)) : [];
}

async function advanceUnsaved(deps: AlarmStoreDeps): Promise<Alarm[]> {
  const { database, changed, unsaved, isOn } = deps;
  const stored = await database.getAll('alarms');
  const before = unsaved.over(stored);
  const after = before.flatMap((alarm) => pass(alarm, deps));
  const advanced = after.filter((alarm) => !before.includes(alarm));
  const byId = new Map(stored.map((alarm) => [alarm.id, alarm]));
  for (const alarm of advanced) unsaved.set(alarm.id, byId.get(alarm.id), alarm);
  for (const { id } of stored.filter((known) => after.every((alarm) => alarm.id !== known.id)))
    unsaved.set(id, byId.get(id), null);
  if (advanced.length > 0) changed(...advanced.map(({ id }) => id));
  return isOn() ? after : [];
}

function pass(alarm: Alarm, { now, timeZone, isOn }: AlarmStoreDeps): Alarm[] {
  return isOn() ? advance(alarm, now(), timeZone()) : [silence(alarm)];
}

const places = { ringing: 0, planned: 1, missed: 2 };

function inOrder(one: Alarm, other: Alarm): number {
  return places[one.state] - places[other.state] || one.at - other.at || (one.id < other.id ? -1 : 1);
}
