/** Messages that wait for the end of a run are stored in order until they are removed. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createWaitingSends } from '#workers/domains/runs/waiting-sends.ts';
import { session } from '#tests/fixtures/worlds/messages.ts';

const waiting = (id: string, at: number, of = session) => ({
  id: asId<'run'>(id),
  tab: 'oneclaw-engine-1',
  at,
  input: { session: of, text: id, media: [] },
});

describe('waiting sends', () => {
  it('are listed oldest first, beside whatever else is set', async () => {
    const database = await openDatabase({ name: 'waiting-1' });
    const sends = createWaitingSends(database);
    await database.put('settings', 'unrelated', 'default-provider');
    const [older, newer] = [waiting('run_z', 1), waiting('run_a', 2)];
    await sends.add(newer);
    await sends.add(older);
    expect(await sends.list()).toEqual([older, newer]);
    await sends.remove(older.id);
    expect(await sends.list()).toEqual([newer]);
  });

  it('are deleted with their session, and no other ones are', async () => {
    const sends = createWaitingSends(await openDatabase({ name: 'waiting-2' }));
    const other = waiting('run_3', 3, asId<'session'>('session_2'));
    for (const each of [waiting('run_1', 1), waiting('run_2', 2), other]) await sends.add(each);
    await sends.removeOf(session);
    expect(await sends.list()).toEqual([other]);
  });
});
