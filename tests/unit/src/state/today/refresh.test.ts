/** A ringing alarm is shown without waiting for the other contents of Today. */
import { expect, it } from 'vitest';
import { createToasts } from '#src/state/base/toasts.ts';
import { createRefresh } from '#src/state/today/refresh.ts';

it('alarms are loaded while a slow list of tasks is', async () => {
  const loaded: string[] = [];
  const alarms = async () => void loaded.push('alarms');
  const rest = () => new Promise<void>(() => void loaded.push('rest'));
  const refresh = createRefresh({ alarms, rest }, createToasts());
  void refresh();
  void refresh();
  await new Promise((resolve) => setImmediate(resolve));
  expect(loaded.toSorted()).toEqual(['alarms', 'alarms', 'rest']);
});

it('alarms are loaded again if the rest fails', async () => {
  let count = 0;
  const alarms = async () => void count++;
  const refresh = createRefresh(
    { alarms, rest: () => Promise.reject(new Error('No tasks.')) },
    createToasts(),
  );
  await refresh();
  await refresh();
  expect(count).toBe(2);
});
