/** Deleting a chat with time to undo it, in one tab and in several tabs that share the stored list. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { createDrafts } from '#src/state/chat/drafts.ts';
import { memoryDraftFiles } from '#tests/fixtures/memory/draft-files.ts';
import { createRemoval } from '#src/state/sessions/session-removal.ts';

const id = asId<'session'>('session_1');
const info: SessionInfo = { id, title: 'One', agent: asId<'agent'>('a'), head: null, updated: 0 };

const local = new Map<string, string>();
let listeners: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  local.clear();
  listeners = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => void listeners.push(listener));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openTab() {
  const removeSession = vi.fn(() => Promise.resolve());
  const undo = { run: () => {} };
  const show = vi.fn((_: string, action?: { run: () => void }) => {
    if (action) undo.run = action.run;
    return 0;
  });
  const removal = createRemoval({
    api: { sessions: { remove: removeSession } },
    toasts: { show, attempt: (work) => work },
    drafts: createDrafts(memoryDraftFiles()),
    refresh: () => Promise.resolve(),
  });
  return { ...removal, removeSession, undo: () => undo.run() };
}

describe('deleting a chat', () => {
  it('destroys it, and the draft in it, when the time to undo is over', async () => {
    local.set('oneclaw.draft.session_1', 'half a thought');
    const tab = openTab();
    tab.remove(id);
    expect([...tab.pendingRemovals.value]).toEqual([id]);
    await vi.advanceTimersByTimeAsync(5_900);
    expect(tab.removeSession).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(tab.removeSession).toHaveBeenCalledWith(id);
    expect([...local.keys()]).toEqual([]);
  });

  it('can be undone although another tab was opened meanwhile', async () => {
    const tab = openTab();
    tab.remove(id);
    await vi.advanceTimersByTimeAsync(2_000);
    const other = openTab();
    other.finish([info]);
    expect([...other.pendingRemovals.value]).toEqual([id]);
    await vi.advanceTimersByTimeAsync(2_000);
    tab.undo();
    listeners.forEach((listener) => listener());
    expect([...other.pendingRemovals.value]).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tab.removeSession).not.toHaveBeenCalled();
    expect(other.removeSession).not.toHaveBeenCalled();
  });

  it('is undone also for a tab that missed the event', async () => {
    const tab = openTab();
    tab.remove(id);
    const other = openTab();
    other.finish([info]);
    tab.undo();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(other.removeSession).not.toHaveBeenCalled();
  });

  it('is completed by the next page if the one that began it was closed', async () => {
    openTab().remove(id);
    vi.clearAllTimers();
    const other = openTab();
    other.finish([info]);
    await vi.advanceTimersByTimeAsync(8_100);
    expect(other.removeSession).toHaveBeenCalledTimes(1);
  });

  it('is completed at once if its time was over long ago', async () => {
    local.set('oneclaw.deleting', `session_1@${Date.now() - 60_000}`);
    const tab = openTab();
    tab.finish([info]);
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.removeSession).toHaveBeenCalledTimes(1);
  });
});
