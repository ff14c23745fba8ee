/** A run whose storage fails at its start reports the failure, and leaves nothing half created. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { startRun } from '#workers/domains/runs/start-run.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { run, session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';

const quota = new DOMException('No space is left.', 'QuotaExceededError');
const input = { session, text: 'Go', media: [] };
const live = () => ({ session, abort: new AbortController() });

describe('a journal that cannot be written', () => {
  it.each([
    [quota, { type: 'storage_full' }],
    [
      new DOMException('The handle is closed.', 'InvalidStateError'),
      { type: 'internal', detail: 'The handle is closed.' },
    ],
  ])('ends the run with what happened: %s', async (error, expected) => {
    const { deps, files } = createRunWorld({ reply: () => ({ text: 'Done.' }) });
    files.refuseWrites(error);
    const report = await startRun({ input, run }, live(), deps);
    expect(report.outcome).toEqual({ type: 'failed', error: expected });
  });

  it('leaves no empty chat behind, named after words that are lost', async () => {
    const { deps, files } = createRunWorld({ reply: () => ({ text: 'Done.' }) });
    const sessions = createSessionStore(await openDatabase({ name: 'start-run' }));
    files.refuseWrites(quota);
    const full = { ...deps, sessions: { ...sessions, commitRun: () => Promise.reject(quota) } };
    const report = await startRun({ input, run }, live(), full);
    expect(report.outcome).toEqual({ type: 'failed', error: { type: 'storage_full' } });
    expect(await sessions.list()).toEqual([]);
  });
});
