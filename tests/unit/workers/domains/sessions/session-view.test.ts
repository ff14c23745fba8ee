/** A chat opens at its end; scrolling up loads the rest, until all messages are there. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import {
  openSessionView,
  readEarlier,
  wholeSessionView,
  type ViewDeps,
} from '#workers/domains/sessions/session-view.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { message, run, session, text } from '#tests/fixtures/worlds/messages.ts';

let databases = 0;

/** `steps[n]`: how many messages before message n its parent is, in the order in which they were sent. */
async function store(steps: readonly number[], live?: (all: Message[]) => SessionView) {
  const all: Message[] = [];
  for (const [at, back] of steps.entries()) {
    const parent = at === 0 ? undefined : all[Math.max(0, at - 1 - back)];
    const role = at % 2 === 0 ? 'user' : 'assistant';
    const place = { parent: parent?.id ?? null, order: (parent?.order ?? 0) + 1, at };
    all.push(message(`m${at}`, role, [text(`${at}`)], place));
  }
  const database = await openDatabase({ name: `views-${++databases}` });
  const sessions = createSessionStore(database);
  const info = { id: session, title: '', agent: asId<'agent'>('a'), head: null, updated: 0 };
  await sessions.save(info);
  const record = { id: run, session, startedAt: 0, endedAt: 0, outcome: { type: 'completed' } as const };
  await sessions.commitRun(record, all, { tokens: 0, cost: 0 });
  const deps: ViewDeps = {
    sessions,
    journals: createMemoryFiles().root,
    runs: { view: () => live?.(all) },
  };
  return { deps, all, close: () => database.close() };
}

/** Loads earlier messages until the view is complete. */
async function readAll(view: SessionView, deps: ViewDeps): Promise<SessionView> {
  let whole = view;
  for (let reads = 0; whole.isCut; reads++) {
    const first = whole.messages[0];
    if (!first || reads > 100) throw new Error('There is no way to the beginning.');
    const { messages, branches, isCut } = await readEarlier(session, first.id, deps);
    whole = {
      ...whole,
      messages: [...messages, ...whole.messages],
      branches: { ...branches, ...whole.branches },
      isCut,
    };
  }
  return whole;
}

const said = ({ messages, branches = {} }: SessionView) => ({
  messages: messages.map(({ id }) => id),
  branches,
});

describe('a long chat', () => {
  it('opens at its end, and loads back to its start', async () => {
    const { deps, all, close } = await store(Array.from({ length: 1_000 }, () => 0));
    const view = await openSessionView(session, deps);
    expect(view?.messages.length).toBeLessThan(100);
    expect(view?.messages.at(-1)?.id).toBe('m999');
    expect(view?.isCut).toBe(true);
    const whole = await readAll(view!, deps);
    expect(said(whole).messages).toEqual(all.map(({ id }) => id));
    close();
  });

  it('opens around a message that is gone to', async () => {
    const { deps, close } = await store(Array.from({ length: 500 }, () => 0));
    const view = await openSessionView(session, deps, asId<'message'>('m100'));
    const ids = said(view!).messages;
    expect(ids).toContain('m100');
    expect(ids.indexOf(asId<'message'>('m100'))).toBeLessThan(20);
    expect(ids.at(-1)).toBe('m499');
    close();
  });

  it('is the same in pieces as complete, however it branches, stored or running', async () => {
    const steps = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 260 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (backs, isLive) => {
        // Most messages follow the last one; some begin a branch.
        const stored = await store(backs.map((back) => (back > 4 ? back : 0)));
        const whole = await wholeSessionView(session, stored.deps);
        const deps: ViewDeps = isLive ? { ...stored.deps, runs: { view: () => whole! } } : stored.deps;
        const view = await openSessionView(session, deps);
        expect(said(await readAll(view!, deps))).toEqual(said(whole!));
        stored.close();
      }),
      { numRuns: 40 },
    );
  });

  it('has nothing before a message of another chat, or before its first', async () => {
    const { deps, close } = await store([0, 0]);
    const none = { messages: [], branches: {}, isCut: false };
    expect(await readEarlier(session, asId<'message'>('m0'), deps)).toEqual(none);
    expect(await readEarlier(asId<'session'>('other'), asId<'message'>('m1'), deps)).toEqual(none);
    expect(await openSessionView(asId<'session'>('other'), deps)).toBeNull();
    close();
  });
});
