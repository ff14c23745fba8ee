/** Information about an unfinished run, read from its journal. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { openJournal } from '#workers/domains/sessions/journal/journal.ts';
import { readSpentSoFar } from '#workers/domains/sessions/journal/unfinished-runs.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { numbered, run, session, stepStart, userSays } from '#tests/fixtures/worlds/messages.ts';

it('a run has cost so far what its replies have', async () => {
  const { root } = createMemoryFiles();
  const journal = await openJournal(root, run);
  const usage = { inputTokens: 100, outputTokens: 10 };
  journal.append(
    ...numbered([
      userSays('go'),
      stepStart('m2', 'm1', 2),
      { type: 'reply-end', usage, cost: 0.25 },
      { type: 'step-end' },
      stepStart('m3', 'm2', 3),
      { type: 'reply-end', usage, cost: 0.25 },
    ]),
  );
  journal.flush();
  journal.close();
  expect(await readSpentSoFar(session, root)).toEqual({ tokens: 220, cost: 0.5 });
  expect(await readSpentSoFar(asId<'session'>('another'), root)).toEqual({ tokens: 0, cost: 0 });
});
