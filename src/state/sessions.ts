/** The list of chats: what they are called, which are busy, and deleting one with time to change one's mind. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '../shared/ids.ts';
import type { EngineApi } from '../shared/protocol.ts';
import type { EngineEvent } from '../shared/run-event.ts';
import type { SessionInfo } from '../shared/session.ts';
import { readLocal, writeLocal } from './local-store.ts';
import { t } from './text.ts';
import type { Toasts } from './toasts.ts';

const undoTime = 6_000;
const doomedKey = 'deleting';

export type Sessions = {
  list: ReadonlySignal<readonly SessionInfo[]>;
  /** Sessions with a run going on, in any tab as far as events reach this one. */
  running: ReadonlySignal<ReadonlySet<SessionId>>;
  load(sessions: readonly SessionInfo[]): void;
  refresh(): Promise<void>;
  remove(id: SessionId): void;
  fold(events: readonly EngineEvent[]): void;
};

export function createSessions(api: EngineApi, toasts: Toasts): Sessions {
  const stored = signal<readonly SessionInfo[]>([]);
  const running = signal<ReadonlySet<SessionId>>(new Set());
  /** Deleted on the screen, not yet in the store; also written down, so that closing the tab does not revive them. */
  const doomed = signal<ReadonlySet<string>>(
    new Set((readLocal(doomedKey) ?? '').split(' ').filter(Boolean)),
  );
  const list = computed(() =>
    stored.value
      .filter((session) => !doomed.value.has(session.id))
      .toSorted((one, other) => other.updated - one.updated),
  );

  function load(sessions: readonly SessionInfo[]): void {
    const first = stored.value.length === 0;
    stored.value = sessions;
    if (first)
      sessions.filter((session) => doomed.value.has(session.id)).forEach(({ id }) => void destroy(id));
  }

  async function refresh(): Promise<void> {
    const sessions = await toasts.attempt(api.listSessions());
    if (sessions) load(sessions);
  }

  function setDoomed(change: (ids: Set<string>) => void): void {
    const ids = new Set(doomed.value);
    change(ids);
    doomed.value = ids;
    writeLocal(doomedKey, ids.size > 0 ? [...ids].join(' ') : null);
  }

  async function destroy(id: SessionId): Promise<void> {
    if (!doomed.value.has(id)) return;
    await toasts.attempt(api.removeSession(id).then(() => true));
    await refresh();
    setDoomed((ids) => ids.delete(id));
  }

  function remove(id: SessionId): void {
    setDoomed((ids) => ids.add(id));
    const timer = setTimeout(() => void destroy(id), undoTime);
    const undo = () => {
      clearTimeout(timer);
      setDoomed((ids) => ids.delete(id));
    };
    toasts.show(t('sessions.deleted'), { label: t('action.undo'), run: undo }, undoTime - 200);
  }

  function fold(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === 'run-start') running.value = new Set(running.value).add(event.session);
      if (event.type === 'run-end')
        running.value = new Set([...running.value].filter((id) => id !== event.session));
      if (event.type === 'changed' && event.kind === 'sessions') void refresh();
    }
  }

  return { list, running, load, refresh, remove, fold };
}
