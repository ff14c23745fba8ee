/** A conversation that another one spawns: its stop, its budget, its approvals and what it inherits. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Agent } from '#shared/agents/agent.ts';
import { asId, type SessionId } from '#shared/ids.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createSpending } from '#workers/domains/budget/spending.ts';
import { runCode as code, type RunDeps } from '#workers/domains/runs/run-code.ts';
import { createMessageQueue } from '#workers/domains/runs/message-queue.ts';
import { createRuns } from '#workers/domains/runs/runs.ts';
import { createWaitingSends } from '#workers/domains/runs/waiting-sends.ts';
import { stopLine } from '#workers/domains/sessions/lineage.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';
import { text } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld, type RunWorldOptions } from '#tests/fixtures/worlds/run-world.ts';

let restore = () => {};
let databases = 0;
beforeEach(() => void (restore = installMemoryLocks()));
afterEach(() => restore());

const id = (name: string) => asId<'session'>(name);
const [parent, child, grandchild] = [id('parent'), id('child'), id('grandchild')];
const unused = async (): Promise<never> => {
  throw new Error('Not used.');
};

/** Tabs with the same storage; each request waits until `answer`. */
async function openTabs({ reply, agent }: { reply?: RunWorldOptions['reply']; agent?: Partial<Agent> } = {}) {
  const world = createRunWorld({ reply: reply ?? (() => ({ text: 'Done.' })), ...(agent ? { agent } : {}) });
  const database = await openDatabase({ name: `spawn-${++databases}` });
  const [sessions, waitingSends] = [createSessionStore(database), createWaitingSends(database)];
  const spending = createSpending(database);
  const waiting: (() => void)[] = [];
  const { fetch } = world.deps.providerDeps;
  const ancestors: (readonly SessionId[] | undefined)[] = [];
  const open = (tab: string) => {
    const deps: RunDeps = {
      ...{ ...world.deps, sessions, spending, waitingSends, tab },
      queue: createMessageQueue(waitingSends, world.deps.bus),
      bus: { ...world.deps.bus, announce: () => {} },
      blobs: {
        ...{ keep: unused, read: async () => undefined, has: async () => false },
        ...{ remove: async () => {}, removeFolder: async () => {} },
      },
      ...{ readDocument: unused, openUserFiles: unused, onFileAdded: () => {} },
      executor: {
        ...world.deps.executor,
        execute: (call, scope) => (ancestors.push(scope.ancestors), world.deps.executor.execute(call, scope)),
      },
      providerDeps: {
        ...world.deps.providerDeps,
        async fetch(input, init) {
          await new Promise<void>((resolve, reject) => {
            waiting.push(resolve);
            init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
          });
          return fetch(input, init);
        },
      },
    };
    void navigator.locks.request(tab, () => new Promise(() => undefined));
    return createRuns(deps, async () => ({ code, deps }));
  };
  const answer = async (count = 1) => {
    await vi.waitFor(() => expect(waiting).toHaveLength(count));
    waiting.splice(0).forEach((go) => go());
  };
  const asked = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count));
  return { open, answer, asked, sessions, spending, ancestors, world };
}

const usage = { prompt_tokens: 60, completion_tokens: 0 };

describe('a spawned conversation', () => {
  it('is stored with its parent, and opens after the parent was deleted', async () => {
    const { open, answer, sessions } = await openTabs();
    const runs = open('tab');
    const first = runs.send({ session: parent, text: 'go' });
    await answer();
    await first;
    const second = runs.send({ session: child, text: 'help' }, { parent });
    await answer();
    expect((await second).outcome.type).toBe('completed');
    expect(await sessions.get(child)).toMatchObject({ parent });
    await sessions.remove(parent);
    const third = runs.send({ session: child, text: 'more' });
    await answer();
    expect((await third).outcome.type).toBe('completed');
  });

  it('is refused where its line would be wrong, and leaves nothing behind', async () => {
    const { open, sessions } = await openTabs();
    const { outcome } = await open('tab').send({ session: child, text: 'help' }, { parent });
    expect(outcome).toMatchObject({ type: 'failed', error: { type: 'bad_request' } });
    expect(await sessions.get(child)).toBeUndefined();
  });

  it('passes its line to its calls, for the approvals of its ancestors', async () => {
    const { open, answer, ancestors } = await openTabs({
      reply: (messages) =>
        messages.at(-1)?.role === 'tool'
          ? { text: 'Done.' }
          : { calls: [{ id: 'c', name: 'act', arguments: {} }] },
    });
    const runs = open('tab');
    for (const [session, spawn] of [
      [parent, undefined],
      [child, { parent }],
      [grandchild, { parent: child }],
    ] as const) {
      const sent = runs.send({ session, text: 'go' }, spawn);
      await answer();
      await answer();
      await sent;
    }
    expect(ancestors).toEqual([[], [parent], [child, parent]]);
  });
});

describe('a stop of the parent', () => {
  it('ends the runs below it, also in another tab', async () => {
    const { open, answer, asked, sessions } = await openTabs();
    const [one, two] = [open('tab-1'), open('tab-2')];
    const first = one.send({ session: parent, text: 'go' });
    await asked(1);
    const second = one.send({ session: child, text: 'help' }, { parent });
    await answer(2);
    await Promise.all([first, second]);
    const again = two.send({ session: child, text: 'more' });
    const below = two.send({ session: grandchild, text: 'help' }, { parent: child });
    const other = two.send({ session: id('other'), text: 'go' });
    await asked(3);
    await stopLine(parent, {
      runs: one,
      bus: { stopElsewhere: (session) => void two.stop(session) },
      sessions,
    });
    expect((await again).outcome).toEqual({ type: 'stopped' });
    expect((await below).outcome).toEqual({ type: 'stopped' });
    two.stop(id('other'));
    await other;
  });

  it('reaches a conversation that is not stored yet', async () => {
    const { open, answer, sessions } = await openTabs();
    const runs = open('tab');
    const first = runs.send({ session: parent, text: 'go' });
    await answer();
    await first;
    const spawned = runs.send({ session: child, text: 'help' }, { parent });
    runs.stop(parent);
    expect((await spawned).outcome).toEqual({ type: 'stopped' });
    expect(await sessions.get(child)).toBeUndefined();
  });
});

describe('the budget of a run', () => {
  it('counts what the runs below it spend, and ends them', async () => {
    const { open, asked, answer } = await openTabs({
      agent: { budget: { tokens: 100 } },
      reply: ({ length }) => ({ calls: [{ id: `c${length}`, name: 'look', arguments: { length } }], usage }),
    });
    const runs = open('tab');
    const first = runs.send({ session: parent, text: 'go' });
    await asked(1);
    const second = runs.send({ session: child, text: 'help' }, { parent });
    // The child waits: what the parent's request may cost uses up the budget.
    await answer(1);
    await answer(1);
    const over = { type: 'budget', limit: 'run-tokens', most: 100 };
    expect([(await first).outcome, (await second).outcome]).toEqual([over, over]);
  });
});

describe('text from outside', () => {
  it('is inherited up to the spawn, also by a new branch from the start', async () => {
    const { open, answer, asked, sessions } = await openTabs();
    const runs = open('tab');
    const file = { blob: asId<'blob'>('parent/x'), media_type: 'text/plain', name: 'a.txt', bytes: 1 };
    const first = runs.send({ session: parent, text: 'read it', media: [{ ...file, type: 'file' }] });
    await asked(1);
    const second = runs.send({ session: child, text: 'help' }, { parent });
    await answer(2);
    await Promise.all([first, second]);
    const [started] = await sessions.messages(child);
    const note = {
      type: 'note',
      note: { type: 'inherited', sources: [{ type: 'attachment', name: 'a.txt' }], hasPrivate: true },
    };
    expect(started?.parts).toEqual([{ type: 'note', note: { type: 'planted' } }, note, text('help')]);
    const third = runs.send({ session: child, text: 'edited', base: null });
    await answer();
    await third;
    const edited = (await sessions.messages(child)).find(({ parts }) =>
      parts.some((part) => part.type === 'text' && part.text === 'edited'),
    );
    expect(edited?.parts).toEqual([note, text('edited')]);
  });
});
