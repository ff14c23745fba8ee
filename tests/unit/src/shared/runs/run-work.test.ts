import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { RunEvent } from '#shared/runs/run-event.ts';
import { countWork } from '#shared/runs/run-work.ts';
import { stepStart, toolCall } from '#tests/fixtures/worlds/messages.ts';

const at = (event: RunEvent, time: number) => ({ ...event, at: time }) as RunEvent;
const replied = (time?: number): RunEvent => ({
  type: 'reply-end',
  ...(time === undefined ? {} : { at: time }),
});
const ended = (ms: number): RunEvent => ({
  type: 'tool-end',
  call: asId<'call'>('c1'),
  result: { status: 'success', result: '' },
  duration_ms: ms,
});
const workOf = (...events: RunEvent[]) => countWork(events).sum();

it('counts steps, the time until each reply, the durations of calls, and requests sent again', () => {
  expect(
    workOf(
      at(stepStart('m2', 'm1', 2), 1_000),
      { type: 'step-retry', error: { type: 'overloaded' }, seconds: 2 },
      toolCall('c1', 'noop'),
      replied(4_000),
      ended(250),
      ended(50),
      { type: 'step-end' },
      at(stepStart('m3', 'm2', 3), 5_000),
      { type: 'step-restart', note: { type: 'asked-again', error: { type: 'broken_stream' } } },
      replied(5_500),
    ),
  ).toEqual({ steps: 2, modelMs: 3_500, toolMs: 300, retries: 2 });
});

it('leaves out the time between the death of a tab and the resume', () => {
  const resumed = workOf(
    at(stepStart('m2', 'm1', 2), 1_000),
    { type: 'run-resume', at: 900_000 },
    { type: 'step-restart', note: { type: 'resumed' } },
    replied(900_700),
  );
  expect(resumed).toEqual({ steps: 1, modelMs: 700, toolMs: 0, retries: 0 });
});

it('takes no time from a journal of an older version, and none from a clock that was set back', () => {
  expect(workOf(at(stepStart('m2', 'm1', 2), 1_000), replied())).toMatchObject({ steps: 1, modelMs: 0 });
  expect(workOf(at(stepStart('m2', 'm1', 2), 1_000), replied(500))).toMatchObject({ modelMs: 0 });
});
