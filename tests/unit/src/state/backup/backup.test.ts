/** What an import that failed says of what it left. */
import { beforeAll, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { outcomeText } from '#src/state/backup/backup.ts';
import { loadTexts } from '#src/state/text/text.ts';

beforeAll(() => loadTexts('settings', 'common'));

it('says that nothing was changed only where nothing is left, not even a folder', () => {
  const none = { sessions: 0, agents: 0, providers: 0, servers: 0, files: 0, calls: 0 };
  const told = (added: typeof none) => outcomeText({ type: 'failed', fault: { type: 'no_room' }, added });
  expect(told(none)).toContain('Nothing was changed.');
  expect(told({ ...none, files: 3 })).toContain('files 3');
  const folders = { ...none, run: asId<'run'>('run_1') };
  expect(told(folders)).toContain('Added before that');
});
