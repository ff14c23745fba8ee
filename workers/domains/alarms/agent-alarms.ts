/** The port of the alarm tools: text from outside can cause a few alarms, and cannot cancel any. */
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { TaskOrigin } from '#shared/tasks/task.ts';
import type { AlarmPort } from './alarm-port.ts';
import type { TaskWriter } from '../tasks/task-port.ts';
import { fail } from './check.ts';
import { nextRings } from './series.ts';
import { setAlarm } from './set-alarm.ts';
import type { AlarmStore } from './store.ts';
import type { AlarmStoreDeps } from './store-deps.ts';

/** How many sources of outside text an alarm names. */
const maxSources = 5;

type Deps = AlarmStoreDeps & {
  store: Pick<AlarmStore, 'list' | 'cancel' | 'snooze'>;
  /** Whether only the user may do what text from outside may have caused. */
  asksFirst(): boolean;
};

export function createAgentAlarms(deps: Deps): AlarmPort {
  const { store, now, asksFirst } = deps;
  const list = async () => (await store.list()).filter(({ state }) => state !== 'missed');
  const isGuarded = ({ outside }: TaskWriter) => outside.length > 0 && asksFirst();
  return {
    ...{ now, list },
    next: ({ repeat, at }) => (repeat ? nextRings(repeat, at, deps.timeZone(), 2) : []),
    async set(draft, writer) {
      const { id: wanted, ...words } = draft;
      const isMore = wanted !== undefined || words.repeat !== undefined || words.dates !== undefined;
      if (isMore && isGuarded(writer)) return fail('repeat-user');
      if (wanted === undefined) return setAlarm(words, originOf(writer), deps);
      const found = findAlarm(await list(), wanted);
      if (!found) return fail('gone');
      return found === 'many'
        ? fail('ambiguous')
        : setAlarm({ ...words, id: found.id }, originOf(writer), deps);
    },
    async cancel(wanted, writer) {
      if (isGuarded(writer)) return fail('only-user');
      const found = findAlarm(await list(), wanted);
      if (found === 'many') return fail('ambiguous');
      const value = found && (await store.cancel(found.id));
      return value ? { ok: true, value } : fail('gone');
    },
    async snooze(wanted, minutes, writer) {
      if (isGuarded(writer)) return fail('only-user');
      const all = await store.list();
      // A planned alarm with the same label is not meant.
      const due = all.filter(({ state }) => state !== 'planned');
      const found = wanted === undefined ? onlyOne(due.filter(isRinging)) : findAlarm(due, wanted);
      if (found === 'many') return fail('ambiguous');
      if (found) return store.snooze(found.id, minutes);
      return fail(wanted !== undefined && findAlarm(all, wanted) ? 'not-due' : 'gone');
    },
  };
}

function isRinging({ state }: Alarm): boolean {
  return state === 'ringing';
}

/** The alarm with this id, or with this label if only one has it. */
function findAlarm(alarms: readonly Alarm[], wanted: string): Alarm | 'many' | undefined {
  const name = wanted.trim().toLowerCase();
  const byId = alarms.find(({ id }) => id === wanted.trim());
  const named = alarms.filter(({ label }) => label.toLowerCase() === name);
  // One that repeats is meant, and not its ring that was put off.
  return byId ?? onlyOne(named.filter(({ series }) => named.every(({ id }) => id !== series)));
}

function onlyOne(alarms: readonly Alarm[]): Alarm | 'many' | undefined {
  return alarms.length > 1 ? 'many' : alarms[0];
}

function originOf({ session, outside }: TaskWriter): TaskOrigin {
  return {
    by: 'agent',
    ...(session ? { session } : {}),
    ...(outside.length > 0 ? { outside: outside.slice(-maxSources) } : {}),
  };
}
