/** Active runs of all chats and tabs: loaded once, then updated by events. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { RunId, SessionId } from '#shared/ids.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import { foldRunning, type RunningRun } from '#shared/runs/running-run.ts';
import type { Toasts } from '../base/toasts.ts';

export type Running = {
  /** Oldest first. */
  runs: ReadonlySignal<readonly RunningRun[]>;
  /** Runs that were told to stop. */
  stopping: ReadonlySignal<ReadonlySet<RunId>>;
  stop(run: RunningRun): void;
  /** Loads, and follows events until the returned function is called. */
  follow(): () => void;
};

type RunningDeps = {
  api: { runs: { active(): Promise<RunningRun[]> }; chat: { stop(session: SessionId): Promise<void> } };
  onEvents: EngineConnection['onEvents'];
  onRestart(listener: () => void): () => void;
};

export function createRunning(
  { api, onEvents, onRestart }: RunningDeps,
  toasts: Pick<Toasts, 'attempt'>,
): Running {
  const runs = signal<readonly RunningRun[]>([]);
  const stopping = signal<ReadonlySet<RunId>>(new Set());

  function follow(): () => void {
    /** Events that arrive while the list loads; folding one that the list already contains changes nothing. */
    let missed: SessionEvent[] | null = [];

    async function load(): Promise<void> {
      missed = [];
      const listed = await toasts.attempt(api.runs.active());
      if (listed) runs.value = missed.reduce<readonly RunningRun[]>(foldRunning, listed);
      missed = null;
    }

    void load();
    const leave = onEvents((events) => {
      const own = events.filter(isOfRun);
      missed?.push(...own);
      runs.value = own.reduce(foldRunning, runs.value);
    });
    const leaveRestart = onRestart(() => void load());
    return () => {
      leave();
      leaveRestart();
    };
  }

  return {
    runs,
    stopping,
    stop({ run, session }) {
      stopping.value = new Set(stopping.value).add(run);
      void toasts.attempt(api.chat.stop(session));
    },
    follow,
  };
}

function isOfRun(event: EngineEvent): event is SessionEvent {
  return 'seq' in event;
}
