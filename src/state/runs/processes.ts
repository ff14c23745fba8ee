/** The background processes that run in this browser: loaded once, then again whenever the engine says they changed. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { ProcessesApi, ProcessInfo } from '#shared/api/processes.ts';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { Toasts } from '../base/toasts.ts';

export type ProcessList = {
  running: ReadonlySignal<readonly ProcessInfo[]>;
  stop(process: ProcessInfo): Promise<void>;
  /** Loads, and follows events until the returned function is called. */
  follow(): () => void;
};

type ProcessListDeps = {
  api: { processes: Pick<ProcessesApi, 'running' | 'kill'> };
  onEvents: EngineConnection['onEvents'];
  onRestart(listener: () => void): () => void;
};

export function createProcessList(
  { api, onEvents, onRestart }: ProcessListDeps,
  toasts: Pick<Toasts, 'attempt'>,
): ProcessList {
  const running = signal<readonly ProcessInfo[]>([]);

  async function load(): Promise<void> {
    const listed = await toasts.attempt(api.processes.running());
    if (listed) running.value = listed;
  }

  return {
    running,
    async stop({ id, session }) {
      // One that is gone already is no problem: the list says so.
      await toasts.attempt(api.processes.kill(id, session));
      await load();
    },
    follow() {
      // Without a process, the engine need not load their code: each holds a lock.
      void navigator.locks.query().then(({ held = [] }) => {
        if (held.some(({ name }) => name?.startsWith('process '))) void load();
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
