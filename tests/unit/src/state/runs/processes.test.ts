/** The list of background processes after a reload. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProcessInfo } from '#shared/api/processes.ts';
import { asId } from '#shared/ids.ts';
import { createProcessList } from '#src/state/runs/processes.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';

let restore: () => void;
beforeEach(() => (restore = installMemoryLocks()));
afterEach(() => {
  restore();
  vi.unstubAllGlobals();
});

const process: ProcessInfo = {
  ...{ id: 'p1', session: asId<'session'>('chat'), command: 'sleep 60', state: 'running' },
  ...{ startedAt: 1, printed: 0 },
};

/** Opens a page; `all` is the engine's list of processes. */
function openPage(all: ProcessInfo[]) {
  const asked: string[] = [];
  const restarts: (() => void)[] = [];
  const list = createProcessList(
    {
      api: {
        processes: {
          running: async () => (asked.push('running'), all.filter(({ state }) => state === 'running')),
          list: async (session) => all.filter((each) => each.session === session),
          kill: async () => ({ ok: true, value: undefined }),
          remove: async (id) => {
            all.splice(0, all.length, ...all.filter((each) => each.id !== id));
            return { ok: true, value: undefined };
          },
        },
      },
      onEvents: () => () => undefined,
      onRestart: (listener) => (restarts.push(listener), () => undefined),
    },
    { attempt: async (work) => work },
  );
  list.follow();
  return { asked, list, reload: () => restarts.forEach((each) => each()) };
}

it('shows what ended a process until it is removed, and requests nothing if there was none', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const first = openPage([process]);
  first.reload();
  await vi.waitFor(() => expect(first.list.shown.value).toEqual([process]));
  const ended: ProcessInfo = { ...process, state: 'interrupted' };
  const second = openPage([ended]);
  await vi.waitFor(() => expect(second.list.shown.value).toEqual([ended]));
  await second.list.remove(ended);
  expect(second.list.shown.value).toEqual([]);
  const third = openPage([]);
  await navigator.locks.query();
  await Promise.resolve();
  expect(third.asked).toEqual([]);
});
