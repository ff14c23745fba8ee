/** The deadline, the abort and the grace period of a call. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDeadline, type ExpiryCause } from '#workers/engine/calls/watch-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp({ deadlineMs = 1_000, graceMs = 250, abort = new AbortController() } = {}) {
  const onExpiry = vi.fn((cause: ExpiryCause) => ({ outcome: `ended by ${cause}`, graceMs }));
  const onOver = vi.fn();
  return {
    abort,
    onExpiry,
    onOver,
    watch: watchDeadline({ deadlineMs, signal: abort.signal, onExpiry, onOver }),
  };
}

it('expires at the deadline, and is over after the grace', () => {
  const { onExpiry, onOver } = setUp();
  vi.advanceTimersByTime(999);
  expect(onExpiry).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onExpiry).toHaveBeenCalledExactlyOnceWith('deadline');
  vi.advanceTimersByTime(249);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onOver).toHaveBeenCalledExactlyOnceWith('ended by deadline');
});

it('expires at an abort, and once only', () => {
  const { abort, onExpiry, onOver } = setUp();
  abort.abort();
  vi.advanceTimersByTime(5_000);
  expect(onExpiry).toHaveBeenCalledExactlyOnceWith('abort');
  expect(onOver).toHaveBeenCalledExactlyOnceWith('ended by abort');
});

it('expires at once where the signal was aborted before, and is over at once without a grace', async () => {
  const abort = new AbortController();
  abort.abort();
  const { onExpiry, onOver } = setUp({ abort, graceMs: 0 });
  await Promise.resolve();
  expect(onExpiry).toHaveBeenCalledExactlyOnceWith('abort');
  expect(onOver).toHaveBeenCalledOnce();
});

it('is not over where the call ends within the grace', () => {
  const { abort, watch, onOver } = setUp();
  abort.abort();
  vi.advanceTimersByTime(100);
  watch.end();
  vi.advanceTimersByTime(5_000);
  expect(onOver).not.toHaveBeenCalled();
});

it('starts another deadline, but none after it has expired', () => {
  const { watch, onExpiry } = setUp();
  vi.advanceTimersByTime(900);
  watch.restart(2_000);
  vi.advanceTimersByTime(1_999);
  expect(onExpiry).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onExpiry).toHaveBeenCalledOnce();
  watch.restart(2_000);
  vi.advanceTimersByTime(9_000);
  expect(onExpiry).toHaveBeenCalledOnce();
});

it('never passes where it is infinite', () => {
  const { onExpiry } = setUp({ deadlineMs: Infinity });
  vi.advanceTimersByTime(1_000_000);
  expect(onExpiry).not.toHaveBeenCalled();
});

it('does not count the time in which somebody holds it', () => {
  const { watch, onExpiry } = setUp();
  vi.advanceTimersByTime(400);
  const [one, other] = [watch.hold(), watch.hold()];
  vi.advanceTimersByTime(60_000);
  one();
  one();
  vi.advanceTimersByTime(60_000);
  expect(onExpiry).not.toHaveBeenCalled();
  other();
  vi.advanceTimersByTime(599);
  expect(onExpiry).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onExpiry).toHaveBeenCalledOnce();
});

it('can be aborted while it is held', () => {
  const { abort, watch, onExpiry } = setUp();
  watch.hold();
  abort.abort();
  expect(onExpiry).toHaveBeenCalledExactlyOnceWith('abort');
});

it('never passes once the call has ended, also where it is still held', () => {
  const { watch, onExpiry } = setUp();
  const release = watch.hold();
  watch.end();
  release();
  vi.advanceTimersByTime(10_000);
  expect(onExpiry).not.toHaveBeenCalled();
});
