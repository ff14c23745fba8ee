/**
 * Invariant 2: a run continues wherever it is cut; no finished call runs twice, and every call has one
 * result.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { callsWithResults } from '#shared/conversation/message.ts';
import type { Outcome, RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import { resumeRun } from '#workers/domains/runs/resume-runs.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import type { Reply } from '#tests/fixtures/model-servers/chat-reply.ts';
import {
  numbered,
  run,
  session,
  stepStart,
  text,
  toolCall,
  userSays,
} from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';

const script: Reply[] = [
  {
    reasoning: 'First a look.',
    text: 'Looking.',
    calls: [
      { id: 'l1', name: 'look', arguments: { at: 'é' } },
      { id: 'a1', name: 'act', arguments: {} },
    ],
  },
  { calls: [{ id: 'a2', name: 'act', arguments: { again: true } }] },
  { text: 'All done.' },
];
const byStep = (messages: readonly { role: string }[]) =>
  script[messages.filter(({ role }) => role === 'assistant').length] ?? { text: 'Too many requests.' };

const replyEnd: RunEvent = { type: 'reply-end' };

const live = () => ({ session, abort: new AbortController() });
const encode = (events: readonly SessionEvent[]) =>
  new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

/** Records the journal of one whole run. */
async function recordRun(): Promise<SessionEvent[]> {
  const world = createRunWorld({ reply: byStep });
  const report = await startRun({ input: { session, text: 'Go', media: [] }, run }, live(), world.deps);
  expect(report.outcome).toEqual({ type: 'completed' });
  return world.runEvents();
}

/** The complete events in the first `bytes` bytes of a journal. */
function wholeEvents(journal: Uint8Array, bytes: number): SessionEvent[] {
  const written = new TextDecoder().decode(journal.subarray(0, bytes));
  const lines = written
    .slice(0, written.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as SessionEvent);
}

/** Calls that must not run again: they are finished, and the reply that contains them is complete. */
function settledCalls(events: readonly SessionEvent[]): Set<string> {
  const lastAsked = events.findLastIndex(({ type }) => type === 'step-start' || type === 'step-restart');
  const isWhole = events.slice(lastAsked).some(({ type }) => type === 'reply-end');
  // If a reply is requested again, its calls are discarded.
  const lastStep = events.findLastIndex(({ type }) => type === 'step-start');
  const before = isWhole ? events : events.slice(0, Math.max(0, lastStep));
  return new Set(before.flatMap((event) => (event.type === 'tool-end' ? [event.call] : [])));
}

function doubtfulCalls(events: readonly SessionEvent[]): string[] {
  const started = events.flatMap((event) => (event.type === 'tool-start' ? [event.call] : []));
  const ended = events.flatMap((event) => (event.type === 'tool-end' ? [event.call] : []));
  return started.filter((id) => id.startsWith('a') && !ended.includes(id));
}

async function dieAndGoOn(journal: Uint8Array<ArrayBuffer>, bytes: number, choice: 'repeat' | 'skip') {
  const before = wholeEvents(journal, bytes);
  const world = createRunWorld({ reply: byStep });
  await world.leave(journal.slice(0, bytes));
  let report = await resumeRun(run, {}, live(), world.deps);
  const doubtful = doubtfulCalls(before);
  if (before.length === 0) {
    expect(report).toBeUndefined();
    return undefined;
  }
  expect(report?.outcome.type === 'waiting').toBe(doubtful.length > 0);
  if (report?.outcome.type === 'waiting') {
    // The question was asked before: it is in the journal, and is not emitted twice.
    const wait = [...before, ...world.runEvents()].find(({ type }) => type === 'run-wait');
    expect(wait).toMatchObject({ calls: doubtful });
    expect(world.executed).toEqual([]);
    report = await resumeRun(run, { calls: choice }, live(), world.deps);
  }
  const again = world.executed.map(({ id }) => String(id));
  for (const id of settledCalls(before)) expect(again).not.toContain(id);
  for (const id of doubtful) expect(again.includes(id)).toBe(choice === 'repeat');
  expect(new Set(again).size).toBe(again.length);
  return { report, world, before };
}

describe('a run that is cut', () => {
  it('continues from every event, and ends in the same way', async () => {
    const events = await recordRun();
    const journal = encode(events);
    for (let count = 1; count <= events.length; count++) {
      const bytes = encode(events.slice(0, count)).length;
      for (const choice of ['repeat', 'skip'] as const) {
        const ended = await dieAndGoOn(journal, bytes, choice);
        expect(ended?.report?.outcome).toEqual({ type: 'completed' });
        expect(ended?.report?.text).toBe('All done.');
        expect(ended?.world.stored.runs).toHaveLength(1);
        expect(ended?.world.stored.runs[0]?.work?.steps).toBe(script.length);
        expect(ended?.world.files.tree()).toEqual({});
        for (const stored of ended?.world.stored.messages.values() ?? []) {
          const calls = callsWithResults(stored);
          expect(calls.every(({ result }) => result !== undefined)).toBe(true);
          expect(stored.parts.filter(({ type }) => type === 'result')).toHaveLength(calls.length);
        }
      }
    }
  });

  it('continues from every byte, also if the resumed run is cut again', async () => {
    const journal = encode(await recordRun());
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: journal.length }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('repeat' as const, 'skip' as const),
        async (bytes, share, choice) => {
          const first = await dieAndGoOn(journal, bytes, choice);
          if (!first) return;
          // The journal that the second tab wrote after the last complete line of the first one.
          const whole = encode([...first.before, ...first.world.runEvents()]);
          const kept = encode(first.before).length;
          const second = await dieAndGoOn(whole, kept + Math.floor((whole.length - kept) * share), choice);
          expect(second?.report?.outcome).toEqual({ type: 'completed' });
          expect(second?.report?.text).toBe('All done.');
        },
      ),
      { numRuns: 150 },
    );
  }, 120_000);
});

describe('a run that had come to its end', () => {
  const begun = [userSays('Go'), stepStart('m2', 'm1', 2)];
  async function endOf(...events: RunEvent[]): Promise<{ outcome: Outcome | undefined; parts: string[] }> {
    const world = createRunWorld({ reply: byStep });
    await world.leave(encode(numbered([...begun, ...events])));
    const report = await resumeRun(run, {}, live(), world.deps);
    const last = world.stored.messages.get('m2');
    return { outcome: report?.outcome, parts: last?.parts.map(({ type }) => type) ?? [] };
  }

  it('ends as the reply said, though its tab died before it could say so', async () => {
    const error = { type: 'overloaded' } as const;
    const outcome: Outcome = { type: 'failed', error };
    expect(await endOf({ type: 'reply-end', outcome })).toEqual({ outcome, parts: ['error'] });
    expect(await endOf({ type: 'reply-end', outcome }, { type: 'run-end', outcome, at: 9 })).toEqual({
      outcome,
      parts: ['error'],
    });
    const limit = await endOf(toolCall('a9', 'act'), { type: 'reply-end', outcome: { type: 'limit' } });
    expect(limit).toEqual({ outcome: { type: 'limit' }, parts: ['call', 'result'] });
  });

  it('stays stopped if it was stopped before', async () => {
    const stopped = await endOf({ type: 'text-delta', text: 'Half' }, { type: 'run-stop', at: 5 });
    expect(stopped).toEqual({ outcome: { type: 'stopped' }, parts: ['text', 'note'] });
  });

  it('sends another request if the service had only paused', async () => {
    const { outcome } = await endOf(
      { type: 'text-delta', text: 'Half' },
      { type: 'reply-end', isPaused: true },
    );
    expect(outcome).toEqual({ type: 'completed' });
  });

  it('is given up after three deaths in a row without a finished step', async () => {
    const death: RunEvent = { type: 'run-resume', at: 1 };
    const { outcome } = await endOf(death, death, death);
    expect(outcome).toEqual({ type: 'interrupted' });
  });

  it.each(['ask', 'offer'])('asks the user again, however often its tab died meanwhile: %s', async (tool) => {
    const death: RunEvent = { type: 'run-resume', at: 1 };
    const started: RunEvent = { type: 'tool-start', call: asId<'call'>('q1'), at: 1 };
    const world = createRunWorld({ reply: byStep });
    const asked = [userSays('Go'), stepStart('m2', 'm1', 2), toolCall('q1', tool), replyEnd, started];
    await world.leave(encode(numbered([...asked, death, started, death, started, death, started])));
    const report = await resumeRun(run, {}, live(), world.deps);
    expect(report?.outcome).toEqual({ type: 'completed' });
    expect(world.executed.map(({ id }) => id)).toEqual(['q1', 'a2']);
  });

  it('is committed once more, and told once, where only the removal of the journal was missing', async () => {
    const world = createRunWorld({ reply: byStep });
    const report = await startRun({ input: { session, text: 'Go', media: [] }, run }, live(), world.deps);
    const before = [...world.stored.messages.values()];
    await world.leave(encode(world.runEvents()));
    expect(await resumeRun(run, {}, live(), world.deps)).toEqual(report);
    expect([...world.stored.messages.values()]).toEqual(before);
    expect(before[0]?.parts).toEqual([text('Go')]);
  });
});

describe('a run whose agent was removed', () => {
  const removed = { type: 'failed', error: { type: 'no_agent' } };

  it('does not begin', async () => {
    const world = createRunWorld({ reply: byStep, agent: null });
    const report = await startRun({ input: { session, text: 'Go', media: [] }, run }, live(), world.deps);
    expect(report.outcome).toEqual(removed);
    expect(world.runEvents()).toEqual([]);
  });

  it('does not go on, wherever it was cut, and asks nothing', async () => {
    const journal = encode(await recordRun());
    for (let bytes = 0; bytes < journal.length; bytes += 97) {
      const world = createRunWorld({ reply: byStep, agent: null });
      await world.leave(journal.slice(0, bytes));
      const report = await resumeRun(run, {}, live(), world.deps);
      if (wholeEvents(journal, bytes).length > 0 && report?.outcome.type !== 'completed')
        expect(report?.outcome).toEqual(removed);
      expect(world.executed).toEqual([]);
    }
  });
});
