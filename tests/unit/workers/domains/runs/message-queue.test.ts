/** What the user sends during a run: it steers the run or waits, in every tab, and is delivered exactly once. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import { isSteering, type Message } from '#shared/conversation/message.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { QueuedWhen } from '#shared/runs/queued-message.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createMessageQueue } from '#workers/domains/runs/message-queue.ts';
import { resumeRun } from '#workers/domains/runs/resume-runs.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import { startQueued } from '#workers/domains/runs/start-queued.ts';
import { createWaitingSends, type UserSend } from '#workers/domains/runs/waiting-sends.ts';
import type { Reply } from '#tests/fixtures/model-servers/chat-reply.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';
import { run, session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';
import { openTabs } from '#tests/fixtures/worlds/tab-world.ts';

let restore = () => {};
beforeEach(() => void (restore = installMemoryLocks()));
afterEach(() => restore());

type Sent = { role: string; content?: unknown };
const look = (id: string): Reply => ({ calls: [{ id, name: 'look', arguments: {} }] });
const steps = (messages: readonly Sent[]) => messages.filter(({ role }) => role === 'tool').length;
const twoSteps = (messages: readonly Sent[]): Reply =>
  steps(messages) < 2 ? look(`l${steps(messages)}`) : { text: `Done after ${messages.length}.` };
const media: [] = [];
const live = () => ({ session, abort: new AbortController() });

const wordsOf = ({ parts }: Message) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const countOf = (messages: Iterable<Message>, words: string) =>
  [...messages].filter((message) => message.role === 'user' && wordsOf(message) === words).length;

/** A run world whose queue is in a database, which outlives the tab. */
let databases = 0;
async function setUp(reply: (messages: readonly Sent[]) => Reply = twoSteps) {
  const requests: (readonly Sent[])[] = [];
  const world = createRunWorld({ reply: (messages) => (requests.push(messages), reply(messages)) });
  const sends = createWaitingSends(await openDatabase({ name: `queue-${++databases}` }));
  const queue = createMessageQueue(sends, world.deps.bus);
  const { messages, runs } = world.stored;
  const sessions = {
    ...world.deps.sessions,
    hasRun: async (id: string) => runs.some((each) => each.id === id),
    message: async (id: string) => messages.get(id),
  };
  return { world, requests, sends, queue, deps: { ...world.deps, queue, sessions } };
}

describe('a message that steers', () => {
  it('goes with the results of the step in hand, ends no call, and is marked', async () => {
    const { world, requests, queue, deps } = await setUp();
    const { execute } = world.deps.executor;
    deps.executor = {
      ...world.deps.executor,
      async execute(call, scope) {
        if (call.id === 'l0') await queue.add({ session, text: 'In metres.', media }, 'now', 'tab');
        return execute(call, scope);
      },
    };
    const report = await startRun({ input: { session, text: 'Go', media }, run }, live(), deps);
    expect(report.outcome).toEqual({ type: 'completed' });
    expect(report.calls.map(({ result }) => result.status)).toEqual(['success', 'success']);
    expect(requests[1]?.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'assistant', 'user'],
    ]);
    expect(requests[1]?.at(-1)?.content).toMatch(/^In metres\.\n\n\(Sent while you were working/);
    // The prompt only grows.
    expect(requests[2]?.slice(0, requests[1]?.length)).toEqual(requests[1]);
    expect([...world.stored.messages.values()].filter(isSteering).map(wordsOf)).toEqual(['In metres.']);
    expect(await queue.list(session)).toEqual([]);
  });

  it('is in the journal before it leaves the queue (claude-code#78338: taken off before it was delivered)', async () => {
    const { world, queue, deps } = await setUp();
    await queue.add({ session, text: 'In metres.', media }, 'now', 'tab');
    world.events.length = 0;
    await startRun({ input: { session, text: 'Go', media }, run }, live(), deps);
    const order = world.events.flatMap((event) =>
      event.type === 'user-message' || (event.type === 'changed' && event.kind === 'chat')
        ? [event.type]
        : [],
    );
    expect(order).toEqual(['user-message', 'changed']);
  });

  it('begins the next run if it comes during the last reply (claude-code#43285: dropped on completion)', async () => {
    const { open, answer, said, queue, replies } = await openTabs();
    const one = open('tab-1');
    const first = one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    expect(await one.enqueue({ session, text: 'and now this' }, 'now')).toBeNull();
    await answer();
    await first;
    await answer();
    await vi.waitFor(async () => expect(await said()).toEqual(['first', 'and now this']));
    expect(await queue.list(session)).toEqual([]);
  });

  it('goes before what was queued earlier (github/app#430)', async () => {
    const { open, answer, said, replies } = await openTabs();
    const one = open('tab-1');
    void one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    await one.enqueue({ session, text: 'later' }, 'next');
    await one.enqueue({ session, text: 'now' }, 'now');
    for (let at = 0; at < 3; at++) await answer();
    await vi.waitFor(async () => expect(await said()).toEqual(['first', 'now', 'later']));
  });
});

describe('a tab that dies while a message steers its run', () => {
  /** The journal of a whole run that was steered during its first step, and the entry of the queue. */
  async function record(): Promise<{ events: SessionEvent[]; entry: UserSend }> {
    const { world, sends, queue, deps } = await setUp();
    await queue.add({ session, text: 'In metres.', media }, 'next', 'tab');
    const [entry] = (await sends.list()) as UserSend[];
    const { execute } = world.deps.executor;
    deps.executor = {
      ...world.deps.executor,
      async execute(call, scope) {
        if (call.id === 'l0') await queue.change(session, entry!.id, { type: 'when', when: 'now' });
        return execute(call, scope);
      },
    };
    await startRun({ input: { session, text: 'Go', media }, run }, live(), deps);
    const steered = { ...entry!, queued: { ...entry!.queued, when: 'now' as const } };
    return { events: world.runEvents(), entry: steered };
  }

  it.each(['still in the queue', 'gone from the queue'])(
    'delivers it once, wherever it is killed; the message is %s (CodexMonitor#400: sent twice)',
    async (state) => {
      const { events, entry } = await record();
      const at = events.findIndex(({ type }) => type === 'user-message');
      expect(at).toBeGreaterThan(0);
      for (let count = 1; count <= events.length; count++) {
        const isJournaled = count > at;
        // It leaves the queue only after it is in the journal.
        if (!isJournaled && state === 'gone from the queue') continue;
        const { world, sends, queue, deps } = await setUp();
        if (state === 'still in the queue') await sends.add(entry);
        const kept = events.slice(0, count).map((event) => `${JSON.stringify(event)}\n`);
        await world.leave(new TextEncoder().encode(kept.join('')));
        const report = await resumeRun(run, {}, live(), deps);
        expect(report?.outcome, `after ${count} events`).toEqual({ type: 'completed' });
        while (await startQueued(live(), deps));
        expect(countOf(world.stored.messages.values(), 'In metres.'), `after ${count} events`).toBe(1);
        expect(await queue.list(session)).toEqual([]);
        // Its place on the branch: every message but the first answers another one.
        const ids = new Set(world.stored.messages.keys());
        for (const { parent } of [...world.stored.messages.values()].slice(1))
          expect(ids.has(parent ?? '')).toBe(true);
      }
    },
  );
});

describe('the queue', () => {
  it('is the same in every tab: changed in one, sent by another, in the order of the user', async () => {
    const { open, answer, said, replies } = await openTabs();
    const [one, two] = [open('tab-1'), open('tab-2')];
    void one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    for (const text of ['a', 'b', 'c', 'd']) await two.enqueue({ session, text }, 'next');
    const shown = await one.queued(session);
    expect(shown.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
    const [a, b, c] = shown.map(({ id }) => id);
    await one.changeQueued(session, c!, { type: 'move', by: -1 });
    await one.changeQueued(session, a!, { type: 'drop' });
    await one.changeQueued(session, b!, { type: 'text', text: 'B', when: 'next' });
    expect((await two.queued(session)).map(({ text }) => text)).toEqual(['c', 'B', 'd']);
    for (let at = 0; at < 4; at++) await answer();
    await vi.waitFor(async () => expect(await said()).toEqual(['first', 'c', 'B', 'd']));
    expect(await two.queued(session)).toEqual([]);
  });

  it('refuses what is empty, and a change of what is gone does nothing', async () => {
    const { open, said } = await openTabs();
    const one = open('tab-1');
    expect(await one.enqueue({ session, text: ' ' }, 'next')).toEqual({ type: 'no_message' });
    await one.changeQueued(session, asId<'run'>('gone'), { type: 'text', text: 'x', when: 'now' });
    await one.changeQueued(session, asId<'run'>('gone'), { type: 'move', by: 1 });
    expect(await one.queued(session)).toEqual([]);
    expect(await said()).toEqual([]);
  });

  it.each([
    ['an error (openclaw#67173: dropped after a timeout)', 'failed'],
    ['a stop (openclaw#29497: dropped on abort)', 'stopped'],
  ] as const)('is kept after %s, and waits until the user lets it go on', async (_, type) => {
    let fails = type === 'failed';
    const { open, answer, said, replies } = await openTabs(() =>
      fails ? { status: 401 } : { text: 'Yes.' },
    );
    const one = open('tab-1');
    const first = one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    for (const when of ['next', 'now'] satisfies QueuedWhen[])
      await one.enqueue({ session, text: when }, when);
    if (type === 'stopped') one.stop(session);
    else await answer();
    expect((await first).outcome.type).toBe(type);
    const held = await one.queued(session);
    expect(held.map(({ text, when }) => [text, when])).toEqual([
      ['next', 'held'],
      ['now', 'held'],
    ]);
    fails = false;
    replies.splice(0);
    // Another message of the user goes on without them.
    const second = one.send({ session, text: 'second' });
    await answer();
    await second;
    expect(await said()).toEqual(['first', 'second']);
    await one.changeQueued(session, held[0]!.id, { type: 'when', when: 'next' });
    await answer();
    await vi.waitFor(async () => expect(await said()).toEqual(['first', 'second', 'next']));
    expect((await one.queued(session)).map(({ text }) => text)).toEqual(['now']);
  });

  it('of a tab that is closed is sent by another one (claude-code#73118: lost on disconnect)', async () => {
    const { open, answer, said, sessions, queue } = await openTabs();
    const one = open('tab-1');
    const first = one.send({ session, text: 'first' });
    await answer();
    await first;
    expect(await sessions.get(session)).toBeDefined();
    await queue.add({ session, text: 'second', media }, 'next', 'a tab that is gone');
    await queue.add({ session, text: 'third', media }, 'held', 'a tab that is gone');
    await open('tab-2').takeOverRuns();
    await answer();
    await vi.waitFor(async () => expect(await said()).toEqual(['first', 'second']));
    expect((await one.queued(session)).map(({ text }) => text)).toEqual(['third']);
  });
});
