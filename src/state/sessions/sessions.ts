/** The list of chats, and which have an active run. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { Drafts } from '../chat/drafts.ts';
import { createRemoval } from './session-removal.ts';
import type { Toasts } from '../base/toasts.ts';

export type Sessions = {
  list: ReadonlySignal<readonly SessionInfo[]>;
  /** Sessions with an active run, in any tab. */
  running: ReadonlySignal<ReadonlySet<SessionId>>;
  load(sessions: readonly SessionInfo[]): void;
  refresh(): Promise<void>;
  remove(id: SessionId): void;
  fold(events: readonly EngineEvent[]): void;
  /** After the engine died; resumed runs send events again. */
  forgetRuns(): void;
};

type SessionsDeps = {
  api: { sessions: Pick<EngineApi['sessions'], 'list' | 'remove'> };
  toasts: Toasts;
  drafts: Pick<Drafts, 'forget'>;
};

export function createSessions({ api, toasts, drafts }: SessionsDeps): Sessions {
  const stored = signal<readonly SessionInfo[]>([]);
  const running = signal<ReadonlySet<SessionId>>(new Set());
  const { pendingRemovals, remove, finish } = createRemoval({ api, toasts, drafts, refresh });
  const list = computed(() =>
    stored.value
      .filter((session) => !pendingRemovals.value.has(session.id))
      .toSorted((one, other) => other.updated - one.updated),
  );

  function load(sessions: readonly SessionInfo[]): void {
    const isFirst = stored.value.length === 0;
    stored.value = sessions;
    if (isFirst) finish(sessions);
  }

  async function refresh(): Promise<void> {
    const sessions = await toasts.attempt(api.sessions.list());
    if (sessions) load(sessions);
  }

  function fold(events: readonly EngineEvent[]): void {
    for (const event of events) {
      // A run that another tab takes over resumes without a second start.
      if (event.type === 'run-start' || event.type === 'run-resume')
        running.value = new Set(running.value).add(event.session);
      if (event.type === 'run-end' || event.type === 'run-wait')
        running.value = new Set([...running.value].filter((id) => id !== event.session));
      if (event.type === 'changed' && event.kind === 'sessions') void refresh();
    }
  }

  const forgetRuns = () => (running.value = new Set());

  return { list, running, load, refresh, remove, fold, forgetRuns };
}
