/** The message after a failed import says what it left behind. */
import { beforeAll, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { outcomeText } from '#src/state/backup/backup.ts';
import type { BackupReport } from '#shared/rpc/backup.ts';
import { loadTexts } from '#src/state/text/text.ts';

beforeAll(() => loadTexts('settings', 'common'));

it('says that nothing was changed only if nothing is left, not even a folder', () => {
  const told = (left?: BackupReport) => outcomeText({ type: 'failed', fault: { type: 'no_room' }, left });
  expect(told()).toContain('Nothing was changed.');
  expect(told({ counts: {}, run: asId<'run'>('run_1') })).toContain('Undo the import');
});
