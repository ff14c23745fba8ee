import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createScriptClock, withClock } from '#workers/runtimes/script-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('ends at its limit, and not where nobody waits for it any more', async () => {
  const clock = createScriptClock(1_000);
  const ended = vi.fn();
  const forgotten = vi.fn();
  clock.atEnd(ended);
  clock.atEnd(forgotten)();
  await pass(999);
  expect([clock.leftMs(), ended.mock.calls.length]).toEqual([1, 0]);
  await pass(1);
  expect([ended.mock.calls.length, forgotten.mock.calls.length]).toEqual([1, 0]);
});

it('stands still until the last who holds it lets go', async () => {
  const clock = createScriptClock(1_000);
  const ended = vi.fn();
  clock.atEnd(ended);
  await pass(400);
  const [one, other] = [clock.pause(), clock.pause()];
  await pass(60_000);
  one();
  one();
  expect(clock.leftMs()).toBe(Infinity);
  other();
  expect(clock.leftMs()).toBe(600);
  await pass(599);
  expect(ended).not.toHaveBeenCalled();
  await pass(1);
  expect(ended).toHaveBeenCalledOnce();
});

it('never ends where it has no limit', async () => {
  const clock = createScriptClock(Infinity);
  const ended = vi.fn();
  clock.atEnd(ended);
  clock.pause()();
  await pass(10_000_000);
  expect(ended).not.toHaveBeenCalled();
});

it('is held, with every clock around it, while a request waits for the user', async () => {
  const [inner, outer] = [createScriptClock(1_000), createScriptClock(2_000)];
  const network = withClock(
    {
      async request(_, onAsk) {
        const goOn = onAsk?.();
        expect([inner.leftMs(), outer.leftMs()]).toEqual([Infinity, Infinity]);
        await pass(5_000);
        goOn?.();
        throw new Error('Refused.');
      },
    },
    outer,
  );
  const request = { url: 'http://localhost/', method: 'GET', headers: {}, maxBytes: 1 };
  await expect(withClock(network, inner).request(request)).rejects.toThrow('Refused.');
  expect([inner.leftMs(), outer.leftMs()]).toEqual([1_000, 2_000]);
});
