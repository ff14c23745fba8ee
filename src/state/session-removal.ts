/** Deleting a chat with time to change one's mind: gone from the screen at once, from the store a little later. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '../shared/ids.ts';
import type { EngineApi } from '../shared/protocol.ts';
import type { SessionInfo } from '../shared/session.ts';
import { readLocal, writeLocal } from './local-store.ts';
import { t } from './text.ts';
import type { Toasts } from './toasts.ts';

const undoTime = 6_000;
const doomedKey = 'deleting';

export type SessionRemoval = {
  doomed: ReadonlySignal<ReadonlySet<string>>;
  remove(id: SessionId): void;
  /** Deletes what an earlier page was closed before deleting. */
  finish(sessions: readonly SessionInfo[]): void;
};

export function createRemoval(api: EngineApi, toasts: Toasts, refresh: () => Promise<void>): SessionRemoval {
  // Also written down, so that closing the tab does not revive what the user saw go.
  const doomed = signal<ReadonlySet<string>>(
    new Set((readLocal(doomedKey) ?? '').split(' ').filter(Boolean)),
  );

  function change(act: (ids: Set<string>) => void): void {
    const ids = new Set(doomed.value);
    act(ids);
    doomed.value = ids;
    writeLocal(doomedKey, ids.size > 0 ? [...ids].join(' ') : null);
  }

  async function destroy(id: SessionId): Promise<void> {
    await toasts.attempt(api.removeSession(id));
    await refresh();
    change((ids) => ids.delete(id));
  }

  function remove(id: SessionId): void {
    change((ids) => ids.add(id));
    const timer = setTimeout(() => void destroy(id), undoTime);
    const undo = () => {
      clearTimeout(timer);
      change((ids) => ids.delete(id));
    };
    toasts.show(t('sessions.deleted'), { label: t('action.undo'), run: undo }, undoTime - 200);
  }

  const finish = (sessions: readonly SessionInfo[]) =>
    sessions.filter(({ id }) => doomed.value.has(id)).forEach(({ id }) => void destroy(id));

  return { doomed, remove, finish };
}
