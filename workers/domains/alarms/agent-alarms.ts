/** Alarms for the tools of a model: what text from outside may have caused sets few, and cancels none. */
import type { TaskOrigin } from '#shared/tasks/task.ts';
import type { AlarmPort } from '#workers/contracts/alarm-port.ts';
import type { TaskWriter } from '#workers/contracts/task-port.ts';
import { fail } from './check.ts';
import { set, type AlarmStore, type AlarmStoreDeps } from './store.ts';

/** How many sources of outside text an alarm names. */
const mostSources = 5;

type Deps = AlarmStoreDeps & {
  store: Pick<AlarmStore, 'list' | 'cancel'>;
  /** Whether what text from outside may have caused is left to the user. */
  asksFirst(): boolean;
};

export function createAgentAlarms(deps: Deps): AlarmPort {
  const { store, now, asksFirst } = deps;
  const list = async () => (await store.list()).filter(({ state }) => state !== 'missed');
  return {
    ...{ now, list },
    set: (draft, writer) => set(draft, originOf(writer), deps),
    async cancel(wanted, { outside }) {
      if (outside.length > 0 && asksFirst()) return fail('only-user');
      const all = await list();
      const named = all.filter(({ label }) => label.toLowerCase() === wanted.trim().toLowerCase());
      const byId = all.find(({ id }) => id === wanted.trim());
      if (!byId && named.length > 1) return fail('ambiguous');
      const found = byId ?? named[0];
      const value = found && (await store.cancel(found.id));
      return value ? { ok: true, value } : fail('gone');
    },
  };
}

function originOf({ session, outside }: TaskWriter): TaskOrigin {
  return {
    by: 'agent',
    ...(session ? { session } : {}),
    ...(outside.length > 0 ? { outside: outside.slice(-mostSources) } : {}),
  };
}
