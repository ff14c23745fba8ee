/** Alarms with a real database, and a clock and timers that the test controls, in any number of tabs. */
import 'fake-indexeddb/auto';
import type { Alarm, AlarmDraft } from '#shared/alarms/alarm.ts';
import { openAlarms } from '#workers/domains/alarms/open-alarms.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Database } from '#workers/storage/database.ts';
import { openTaskSwitch } from '#workers/domains/tasks/settings.ts';

let databases = 0;

type Timer = { at: number; act: () => void };

export async function createAlarmWorld(startedAt: number) {
  const database = await openDatabase({ name: `alarms-${++databases}` });
  const settings = await openTaskSwitch(database);
  const clock = { now: startedAt, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const timers = new Set<Timer>();
  /** The observed states of each alarm, by its id. */
  const states = new Map<string, string[]>();

  const disk = { isFull: false };

  function openTab() {
    const own = new Set<Timer>();
    const changes: string[] = [];
    const alarms = openAlarms({
      ...{ database: onDisk(database, disk), settings },
      now: () => clock.now,
      timeZone: () => clock.zone,
      setTimer(milliseconds, act) {
        const timer = { at: clock.now + milliseconds, act };
        timers.add(timer);
        own.add(timer);
        return () => void timers.delete(timer);
      },
      post: (...ids) => void changes.push(...ids),
    });
    return {
      ...alarms,
      changes,
      /** Closes the tab. */
      close() {
        alarms.stop();
        for (const timer of own) timers.delete(timer);
      },
    };
  }

  /** Records the current state of every alarm. */
  async function watch(): Promise<void> {
    for (const { id, state } of await database.getAll('alarms')) {
      const seen = states.get(id) ?? [];
      if (seen.at(-1) !== state) states.set(id, [...seen, state]);
    }
  }

  return {
    ...{ database, settings, clock, disk, states, openTab, watch },
    timers: () => [...timers].map(({ at }) => at - clock.now).toSorted((one, other) => one - other),
    /** Advances the clock by seconds, and runs the timers that become due. */
    async pass(seconds: number, step = 1): Promise<void> {
      const end = clock.now + seconds * 1000;
      while (clock.now < end) {
        clock.now = Math.min(end, clock.now + step * 1000);
        const due = [...timers].filter(({ at }) => at <= clock.now);
        for (const timer of due) {
          timers.delete(timer);
          timer.act();
        }
        if (due.length > 0) await settled();
        await watch();
      }
    },
    alarm: async (): Promise<Alarm> => {
      const [alarm] = await database.getAll('alarms');
      if (!alarm) throw new Error('There is no alarm.');
      return alarm;
    },
  };
}

/** Aborts each writing transaction while the disk is full. */
function onDisk(database: Database, disk: { isFull: boolean }): Database {
  return new Proxy(database, {
    get(target, key): unknown {
      const value: unknown = Reflect.get(target, key);
      if (key !== 'transaction') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (...given: Parameters<Database['transaction']>) => {
        const transaction = target.transaction(...given);
        const store = transaction.objectStore('alarms');
        const refuse = () => {
          transaction.abort();
          return Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
        };
        if (disk.isFull && given[1] === 'readwrite') Object.assign(store, { put: refuse, delete: refuse });
        return transaction;
      };
    },
  });
}

/** Waits until the database and everything that waits for it are idle: each request takes one macrotask. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export type AlarmWorld = Awaited<ReturnType<typeof createAlarmWorld>>;
export type AlarmTab = ReturnType<AlarmWorld['openTab']>;

export async function setIn({ store }: Pick<AlarmTab, 'store'>, draft: AlarmDraft): Promise<Alarm> {
  const answer = await store.set(draft);
  if (!answer.ok) throw new Error(answer.error.message);
  await settled();
  return answer.value;
}
