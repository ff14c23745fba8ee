/** How long a toast is shown: longer with an action, and as long as the pointer or focus is on it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToasts } from '#src/state/base/toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const undo = { label: 'Undo', run: () => undefined };

it('goes after six seconds, and with an action after ten', () => {
  const toasts = createToasts();
  toasts.show('Saved.');
  toasts.show('Deleted.', undo);
  vi.advanceTimersByTime(6_500);
  expect(toasts.list.value.map(({ text }) => text)).toEqual(['Deleted.']);
  vi.advanceTimersByTime(3_000);
  expect(toasts.list.value).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(toasts.list.value).toEqual([]);
});

it('stays while it is pointed at or focused, and then goes', () => {
  const toasts = createToasts();
  const id = toasts.show('Deleted.', undo);
  toasts.show('Saved.');
  toasts.hold(id);
  vi.advanceTimersByTime(60_000);
  expect(toasts.list.value.map(({ text }) => text)).toEqual(['Deleted.']);
  toasts.hold();
  vi.advanceTimersByTime(6_500);
  expect(toasts.list.value).toEqual([]);
});

it('stays until it is dismissed where it has no end, and others do not push it out', () => {
  const toasts = createToasts();
  const id = toasts.show('A question is waiting.', undo, Infinity);
  for (const text of ['one', 'two', 'three', 'four']) toasts.show(text);
  expect(toasts.list.value.map(({ text }) => text)).toEqual([
    'A question is waiting.',
    'two',
    'three',
    'four',
  ]);
  vi.advanceTimersByTime(86_400_000);
  expect(toasts.list.value).toMatchObject([{ id }]);
  toasts.dismiss(id);
  expect(toasts.list.value).toEqual([]);
});
