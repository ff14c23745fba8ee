/** Uploads of several drops at once. */
import { expect, it } from 'vitest';
import { createUploads } from '#src/state/files/uploads.ts';

it('is busy until the last of two overlapping uploads ends', async () => {
  const finishWrite: (() => void)[] = [];
  const uploads = createUploads({
    connection: {
      api: {
        files: {
          list: async () => ({ ok: true, value: [] }),
          edit: () =>
            new Promise((resolve) => finishWrite.push(() => resolve({ ok: true, value: undefined }))),
          cancelEdit: async () => undefined,
        },
      },
      onEvents: () => () => undefined,
    },
    toasts: { attempt: (work) => work, show: () => 0 },
    offerUndo: () => undefined,
  });
  const first = uploads.add('', [new File(['1'], 'one.txt')]);
  const second = uploads.add('', [new File(['2'], 'two.txt')]);
  await expect.poll(() => finishWrite.length).toBe(2);
  finishWrite[0]?.();
  await first;
  expect(uploads.isBusy.value).toBe(true);
  finishWrite[1]?.();
  await second;
  expect(uploads.isBusy.value).toBe(false);
});
