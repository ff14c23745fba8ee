/** What the notice of an undo says, and what its button does. */
import { expect, it } from 'vitest';
import { signal } from '@preact/signals';
import { asId, type RunId } from '#shared/ids.ts';
import type { UndoReport } from '#shared/runs/changes.ts';
import { createToasts } from '#src/state/base/toasts.ts';
import { createChanges } from '#src/state/chat/changes.ts';

const run = asId<'run'>('run_0');

/** Answers each undo with the next report; the run of the undo is counted up. */
function world(...reports: Pick<UndoReport, 'undone' | 'conflicts'>[]) {
  const asked: RunId[] = [];
  const toasts = createToasts();
  const runs = {
    countChanges: () => Promise.resolve({}),
    changes: () => Promise.resolve([]),
    undo(of: RunId) {
      const report = reports[asked.length] ?? { undone: [], conflicts: [] };
      asked.push(of);
      return Promise.resolve({
        ok: true as const,
        value: { run: asId<'run'>(`run_${asked.length}`), ...report },
      });
    },
  };
  const changes = createChanges({ api: { runs }, toasts, view: signal(null) });
  const last = () => toasts.list.value.at(-1);
  /** Presses the button of the last notice, and waits for the next one. */
  async function press(): Promise<void> {
    const before = last();
    before?.action?.run();
    await expect.poll(() => last()?.id).not.toBe(before?.id);
  }
  return { asked, changes, last, press };
}

const all = { undone: ['a.txt'], conflicts: [] };

it('a redo says that the changes are restored and offers to undo them, and so on', async () => {
  const { asked, changes, last, press } = world(all, all, all);
  await changes.undo(run);
  expect(last()).toMatchObject({ text: 'Changes undone.', action: { label: 'Redo' } });
  await press();
  expect(last()).toMatchObject({ text: 'Changes restored.', action: { label: 'Undo' } });
  await press();
  expect(last()).toMatchObject({ text: 'Changes undone.', action: { label: 'Redo' } });
  expect(asked).toEqual([run, 'run_1', 'run_2']);
});

it('an undo and a redo that skipped files name them', async () => {
  const some = { undone: ['a.txt'], conflicts: ['b.txt', 'c.txt'] };
  const { changes, last, press } = world(some, some, { undone: [], conflicts: ['a.txt'] });
  expect(await changes.undo(run)).toEqual(['b.txt', 'c.txt']);
  expect(last()?.text).toBe('Changes undone, except in files that changed since: b.txt, c.txt');
  await press();
  expect(last()?.text).toBe('Changes restored, except in files that changed since: b.txt, c.txt');
  await press();
  expect(last()).toMatchObject({ text: 'Left as it is, because it changed since: a.txt' });
  expect(last()?.action).toBeUndefined();
});
