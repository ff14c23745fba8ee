/** Deletes a chat with time to undo: it leaves the screen at once and the store a little later. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { asId, type SessionId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { Drafts } from '../chat/drafts.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

const undoTime = 6_000;
/** How much longer another tab waits, so that the one with the Undo button acts first while it lives. */
const otherTabGraceMs = 2_000;
const pendingRemovalsKey = 'deleting';

export type SessionRemoval = {
  pendingRemovals: ReadonlySignal<ReadonlySet<SessionId>>;
  remove(id: SessionId): void;
  /** Deletes the sessions of an earlier page that was closed before their undo time had passed. */
  finish(sessions: readonly SessionInfo[]): void;
};

type RemovalDeps = {
  api: { sessions: Pick<EngineApi['sessions'], 'remove'> };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  drafts: Pick<Drafts, 'forget'>;
  refresh(): Promise<void>;
};

export function createRemoval({ api, toasts, drafts, refresh }: RemovalDeps): SessionRemoval {
  const { times, change, reloadStored } = createPendingRemovals();

  async function removeNow(id: SessionId): Promise<void> {
    reloadStored();
    // Undone or deleted in another tab.
    if (!times.value.has(id)) return;
    await toasts.attempt(api.sessions.remove(id).then(() => drafts.forget(id)));
    await refresh();
    change((ids) => ids.delete(id));
  }

  function remove(id: SessionId): void {
    change((ids) => ids.set(id, Date.now() + undoTime));
    const timer = setTimeout(() => void removeNow(id), undoTime);
    const undo = () => {
      clearTimeout(timer);
      change((ids) => ids.delete(id));
    };
    toasts.show(t('sessions.deleted'), { label: t('action.undo'), run: undo }, undoTime - 200);
  }

  function finish(sessions: readonly SessionInfo[]): void {
    for (const { id } of sessions) {
      const due = times.value.get(id);
      if (due === undefined) continue;
      const wait = Math.min(due + otherTabGraceMs - Date.now(), undoTime + otherTabGraceMs);
      if (wait <= 0) void removeNow(id);
      else setTimeout(() => void removeNow(id), wait);
    }
  }

  return { pendingRemovals: computed(() => new Set(times.value.keys())), remove, finish };
}

type DueTimes = ReadonlyMap<SessionId, number>;

/** Sessions to delete with their due times; in the local storage, so that closing a tab does not revive them. */
function createPendingRemovals() {
  let written = readLocal(pendingRemovalsKey);
  const times = signal<DueTimes>(parse(written));

  function reloadStored(): void {
    const now = readLocal(pendingRemovalsKey);
    if (now === written) return;
    written = now;
    times.value = parse(now);
  }

  function change(act: (ids: Map<SessionId, number>) => void): void {
    reloadStored();
    const ids = new Map(times.value);
    act(ids);
    times.value = ids;
    writeLocal(pendingRemovalsKey, ids.size > 0 ? [...ids].map((pair) => pair.join('@')).join(' ') : null);
    // Without storage this reads nothing back, and the list lives in this page only.
    written = readLocal(pendingRemovalsKey);
  }

  addEventListener('storage', reloadStored);
  return { times, change, reloadStored };
}

/** Format: `id@milliseconds`, separated by spaces. An entry without a time is overdue. */
function parse(list: string | null): DueTimes {
  const pairs = (list ?? '').split(' ').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [id = '', due = ''] = pair.split('@');
      return [asId<'session'>(id), Number(due) || 0];
    }),
  );
}
