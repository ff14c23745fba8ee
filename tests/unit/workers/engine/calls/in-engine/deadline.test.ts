/** A deadline that stands still while the user is asked. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDeadline } from '#workers/engine/calls/in-engine/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('passes after the time that nobody held it', () => {
  const passed = vi.fn();
  const deadline = startDeadline(1_000, passed);
  vi.advanceTimersByTime(400);
  const [one, other] = [deadline.hold(), deadline.hold()];
  vi.advanceTimersByTime(60_000);
  one();
  one();
  vi.advanceTimersByTime(60_000);
  expect(passed).not.toHaveBeenCalled();
  other();
  vi.advanceTimersByTime(599);
  expect(passed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(passed).toHaveBeenCalledOnce();
});

it('never passes once it has ended, whoever still holds it', () => {
  const passed = vi.fn();
  const deadline = startDeadline(1_000, passed);
  const release = deadline.hold();
  deadline.end();
  release();
  vi.advanceTimersByTime(10_000);
  expect(passed).not.toHaveBeenCalled();
});
