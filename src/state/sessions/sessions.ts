/** The list of chats, and which have an active run. */
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { Drafts } from '../chat/drafts.ts';
import { readLocal } from '../base/local-store.ts';
import type { Toasts } from '../base/toasts.ts';
import type { SessionRemoval } from './session-removal.ts';

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
  const pendingRemovals = signal<ReadonlySet<SessionId>>(new Set());
  const list = computed(() =>
    stored.value
      .filter((session) => !pendingRemovals.value.has(session.id))
      .toSorted((one, other) => other.updated - one.updated),
  );

  function load(sessions: readonly SessionInfo[]): void {
    const isFirst = stored.value.length === 0;
    stored.value = sessions;
    if (isFirst && hasPending()) withRemoval(({ finish }) => finish(sessions));
  }

  let removal: Promise<SessionRemoval> | undefined;
  /** The code loads when a chat is deleted, or one is left to be: by an earlier page, or in another tab. */
  function withRemoval(act: (removal: SessionRemoval) => void): void {
    removal ??= import('./session-removal.ts').then(({ createRemoval }) => {
      const opened = createRemoval({ api, toasts, drafts, refresh });
      effect(() => void (pendingRemovals.value = opened.pendingRemovals.value));
      return opened;
    });
    void toasts.attempt(
      removal.then(act, (error: unknown) => ((removal = undefined), Promise.reject(error))),
    );
  }
  const follow = () => void (hasPending() && withRemoval(() => undefined));
  follow();
  addEventListener('storage', follow);

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

  return {
    ...{ list, running, load, refresh, fold },
    remove: (id) => withRemoval(({ remove }) => remove(id)),
    forgetRuns: () => (running.value = new Set()),
  };
}

/** As `session-removal.ts` stores it. */
function hasPending(): boolean {
  return readLocal('deleting') !== null;
}
