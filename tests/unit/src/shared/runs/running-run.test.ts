/** The current activity of a run, derived from its events, whether they or the list of runs arrive first. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { RunEvent } from '#shared/runs/run-event.ts';
import { foldRunning, type RunningRun } from '#shared/runs/running-run.ts';
import { numbered, run, session, stepStart, toolCall, userSays } from '#tests/fixtures/worlds/messages.ts';

const end: RunEvent = { type: 'run-end', outcome: { type: 'completed' }, at: 9 };
const toolEnd = (id: string): RunEvent => ({
  type: 'tool-end',
  call: asId<'call'>(id),
  result: { status: 'success', result: '' },
  duration_ms: 1,
});
const fold = (events: readonly RunEvent[], start: readonly RunningRun[] = []) =>
  numbered(events).reduce<readonly RunningRun[]>(foldRunning, start);

const begun = [userSays('hi'), stepStart('m2', 'm1', 2)];

describe('a run that goes on', () => {
  it('names the calls that have not ended', () => {
    const events = [...begun, toolCall('a', 'noop'), toolCall('b', 'grep'), toolEnd('a')];
    expect(fold(events)).toMatchObject([
      { run, session, startedAt: 1, state: 'working', calls: [{ id: 'b', name: 'grep' }] },
    ]);
  });

  it('forgets the calls of a reply that is asked for again', () => {
    const restart: RunEvent = { type: 'step-restart', note: { type: 'resumed' } };
    expect(fold([...begun, toolCall('a', 'noop'), restart])[0]?.calls).toEqual([]);
  });

  it('says that it waits for the user, and for a service that is busy', () => {
    expect(fold([...begun, { type: 'run-wait', calls: [] }])[0]?.state).toBe('waiting');
    const retry: RunEvent = { type: 'step-retry', error: { type: 'overloaded' }, seconds: 3 };
    expect(fold([...begun, retry])[0]?.state).toBe('retrying');
    expect(fold([...begun, retry, { type: 'text-delta', text: 'x' }])[0]?.state).toBe('working');
  });

  it('is removed when it ends, and an old event does not add it again', () => {
    expect(fold([...begun, end])).toEqual([]);
    const late = numbered([toolCall('a', 'noop')], 2);
    expect(late.reduce<readonly RunningRun[]>(foldRunning, fold([...begun, end]))).toEqual([]);
  });

  it('ignores events that the list already includes', () => {
    const listed = fold([...begun, toolCall('a', 'noop'), toolEnd('a')]);
    const again = numbered([...begun, toolCall('a', 'noop')]);
    expect(again.reduce<readonly RunningRun[]>(foldRunning, listed)).toEqual(listed);
  });
});
