/** The death of another tab is noticed once by the tab that watches it; a tab does not watch itself. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameEngineLock, watchTabs } from '#workers/engine/events/watch-tabs.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';

let restore = () => {};
beforeEach(() => void (restore = installMemoryLocks()));
afterEach(() => restore());

/** Simulates an engine that lives until it is killed. */
function live(name = nameEngineLock()): { name: string; kill(): void } {
  let kill = () => {};
  void navigator.locks.request(name, () => new Promise<void>((resolve) => (kill = resolve)));
  return { name, kill: () => kill() };
}

describe('watchTabs', () => {
  it('tells of each death once, however often it looked', async () => {
    const [own, other, third] = [live(), live(), live()];
    const onDeath = vi.fn();
    const tabs = watchTabs(own.name, onDeath);
    await Promise.all([tabs.look(), tabs.look()]);
    await tabs.look();
    expect(onDeath).not.toHaveBeenCalled();
    other.kill();
    await vi.waitFor(() => expect(onDeath).toHaveBeenCalledTimes(1));
    third.kill();
    await vi.waitFor(() => expect(onDeath).toHaveBeenCalledTimes(2));
    own.kill();
    await tabs.look();
    expect(onDeath).toHaveBeenCalledTimes(2);
  });

  it('sees a tab that came later at the next look, and no lock of anything else', async () => {
    const own = live();
    const onDeath = vi.fn();
    const tabs = watchTabs(own.name, onDeath);
    await tabs.look();
    const [late, unrelated] = [live(), live('oneclaw-run-session_1')];
    await tabs.look();
    unrelated.kill();
    late.kill();
    await vi.waitFor(() => expect(onDeath).toHaveBeenCalledTimes(1));
  });

  it('is told by every tab that lives on', async () => {
    const [one, two, dying] = [live(), live(), live()];
    const [first, second] = [vi.fn(), vi.fn()];
    await Promise.all([watchTabs(one.name, first).look(), watchTabs(two.name, second).look()]);
    dying.kill();
    await vi.waitFor(() => expect(second).toHaveBeenCalledTimes(1));
    expect(first).toHaveBeenCalledTimes(1);
  });
});
