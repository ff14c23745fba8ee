/** When the events of a run are written, flushed to disk and shown. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { nextTask } from '#shared/next-task.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { createRunStream } from '#workers/domains/runs/run-stream.ts';

const session = asId<'session'>('s');
const call = asId<'call'>('c');
const view: SessionView = { id: session, messages: [] };
const oneTask = () => new Promise<void>((resolve) => void nextTask(resolve));

/** A stream, and in `order` what was appended, flushed and posted, as event types. */
function setUp({ flushFails = false } = {}) {
  const order: string[] = [];
  const errors: unknown[] = [];
  const names = (events: readonly { type: string }[]) => events.map(({ type }) => type).join(' ');
  const stream = createRunStream({
    session,
    run: asId<'run'>('r'),
    view,
    past: [],
    journal: {
      append: (...events) => void order.push(`append ${names(events)}`),
      flush() {
        order.push('flush');
        if (flushFails) throw new DOMException('The disk is gone.', 'InvalidStateError');
      },
      close: () => undefined,
    },
    post: (events) => void order.push(`post ${names(events)}`),
    onJournalError: (error) => void errors.push(error),
  });
  return { stream, order, errors };
}

const ok = { status: 'success', result: 'ok' } as const;

it('flushes the start of a call, and the reply before it, in one write before the call goes on', () => {
  const { stream, order } = setUp();
  stream.emit({ type: 'reply-end' });
  stream.emit({ type: 'tool-start', call, at: 0 });
  expect(order).toEqual(['append reply-end tool-start', 'flush', 'post reply-end tool-start']);
});

it('writes a result before it is posted, and flushes it while the run goes on', async () => {
  const { stream, order } = setUp();
  stream.emit({ type: 'tool-end', call, result: ok, duration_ms: 1 });
  stream.emit({ type: 'step-end' });
  const written = ['append tool-end step-end', 'post tool-end step-end'];
  expect(order).toEqual(written);
  await oneTask();
  expect(order).toEqual([...written, 'flush']);
});

it('flushes once at the end of a run, and never after it, because the journal is closed then', async () => {
  const { stream, order } = setUp();
  stream.emit({ type: 'step-end' });
  stream.end({ type: 'run-end', outcome: { type: 'completed' }, at: 0 });
  await oneTask();
  expect(order).toEqual(['append step-end', 'post step-end', 'append run-end', 'flush']);
});

it('reports a flush that fails later', async () => {
  const { stream, errors } = setUp({ flushFails: true });
  stream.emit({ type: 'step-end' });
  expect(errors).toEqual([]);
  await oneTask();
  expect(errors).toMatchObject([{ name: 'InvalidStateError' }]);
});
