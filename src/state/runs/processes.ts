/**
 * The background processes that run in this browser, and those that a reload ended: loaded once, then again
 * whenever the engine reports a change.
 */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { ProcessesApi, ProcessInfo } from '#shared/api/processes.ts';
import { asId } from '#shared/ids.ts';
import type { EngineConnection } from '#src/engine/connect.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import type { Toasts } from '../base/toasts.ts';

export type ProcessList = {
  shown: ReadonlySignal<readonly ProcessInfo[]>;
  stop(process: ProcessInfo): Promise<void>;
  /** Removes a process that a reload ended from the list. */
  remove(process: ProcessInfo): Promise<void>;
  /** Loads, and follows events until the returned function is called. */
  follow(): () => void;
};

type ProcessListDeps = {
  api: { processes: Pick<ProcessesApi, 'running' | 'list' | 'kill' | 'remove'> };
  onEvents: EngineConnection['onEvents'];
  onRestart(listener: () => void): () => void;
};

/**
 * The local-storage key of the conversations that have processes, one per line: without it, a reload would
 * lose track of ended ones.
 */
const seenKey = 'processes';

function seenSessions(): string[] {
  return readLocal(seenKey)?.split('\n') ?? [];
}

/** '' for those outside of conversations. */
const sessionOf = ({ session }: ProcessInfo): string => session ?? '';

export function createProcessList(
  { api, onEvents, onRestart }: ProcessListDeps,
  toasts: Pick<Toasts, 'attempt'>,
): ProcessList {
  const shown = signal<readonly ProcessInfo[]>([]);

  async function listAll(): Promise<ProcessInfo[]> {
    const running = await api.processes.running();
    const lists = await Promise.all(
      seenSessions().map((session) =>
        api.processes.list(session === '' ? undefined : asId<'session'>(session)),
      ),
    );
    return [...running, ...lists.flat().filter(({ state }) => state === 'interrupted')];
  }

  async function load(): Promise<void> {
    const listed = await toasts.attempt(listAll());
    if (!listed) return;
    shown.value = listed;
    const sessions = new Set(listed.map(sessionOf));
    writeLocal(seenKey, sessions.size > 0 ? [...sessions].join('\n') : null);
  }

  return {
    shown,
    async stop({ id, session }) {
      // The answer is ignored: if the process has ended already, the list shows that.
      await toasts.attempt(api.processes.kill(id, session));
      await load();
    },
    async remove({ id, session }) {
      await toasts.attempt(api.processes.remove(id, session));
      await load();
    },
    follow() {
      // The engine loads code to list processes, so it is called only if there may be any: running ones hold
      // a Web Lock, ended ones are in `seenSessions`.
      void navigator.locks.query().then(({ held = [] }) => {
        const isAny = held.some(({ name }) => name?.startsWith('process ')) || seenSessions().length > 0;
        if (isAny) void load();
      });
      const leave = onEvents((events) => {
        if (events.some((event) => event.type === 'changed' && event.kind === 'processes')) void load();
      });
      const leaveRestart = onRestart(() => void load());
      return () => {
        leave();
        leaveRestart();
      };
    },
  };
}
