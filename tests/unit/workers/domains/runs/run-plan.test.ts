/** Connection health: observed in requests, stored, and reported at once in the middle of a run. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { unknownTraits } from '#shared/models/provider.ts';
import { createModelRequester } from '#workers/agent/ask-model.ts';
import type { Model } from '#workers/agent/model.ts';
import { watchUse } from '#workers/domains/runs/run-plan.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { ConnectionUse } from '#workers/contracts/connection-source.ts';
import { createConnectionUses } from '#workers/domains/connections/connection-uses.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { message, text } from '#tests/fixtures/worlds/messages.ts';

async function ask(events: readonly ModelEvent[], take = Infinity) {
  const uses: ConnectionUse[] = [];
  let clock = 0;
  const model: Model = {
    author: { provider: 'p', model: 'm' },
    ...{ kind: 'openai-chat', host: 'h', traits: unknownTraits },
    async *stream() {
      yield* events;
    },
    watch: () => watchUse({ record: (use) => uses.push(use), now: () => (clock += 10) }),
  };
  const requester = createModelRequester({
    chain: [model],
    system: '',
    tools: [],
    finders: [],
    named: ['*'],
    loadMedia: async () => new Map(),
  });
  let seen = 0;
  const replies = requester.ask([message('m', 'user', [text('Hi')])], true, new AbortController().signal);
  for await (const _ of replies) if (++seen >= take) break;
  return uses;
}

const word: ModelEvent = { type: 'text-delta', text: 'a' };
const stop: ModelEvent = { type: 'stop', reason: 'end' };

describe('a request', () => {
  it('reports the time to the first token, once', async () => {
    expect(await ask([word, word, stop])).toEqual([{ at: 30, firstTokenMs: 10 }]);
  });

  it('reports why it failed', async () => {
    const error = { type: 'bad_key', host: 'h' } as const;
    expect(await ask([{ type: 'error', error }])).toEqual([{ at: 20, error }]);
  });

  it('reports nothing if it was stopped', async () => {
    expect(await ask([word, word, stop], 1)).toEqual([]);
  });
});

describe('what is kept of it', () => {
  it('is the last use, and the middle of the last twenty times', async () => {
    const uses = createConnectionUses(await openDatabase({ name: 'uses' }));
    expect(await uses.read('p')).toEqual({});
    for (let at = 1; at <= 30; at++) await uses.add('p', { at, firstTokenMs: at * 100 });
    const error = { type: 'offline' } as const;
    await uses.add('p', { at: 31, error });
    expect(await uses.read('p')).toEqual({ last: { at: 31, error }, firstTokenMs: 2_000 });
    expect(await uses.read('q')).toEqual({});
  });

  it('is read at once, also where uses are gathered before they are written', async () => {
    const database = await openDatabase({ name: 'gathered-uses' });
    const uses = createConnectionUses(database, 3_600_000);
    for (let at = 1; at <= 3; at++) void uses.add('p', { at, firstTokenMs: at * 100 });
    void uses.add('q', { at: 9 });
    expect(await createConnectionUses(database).read('p')).toEqual({});
    expect(await uses.read('p')).toEqual({ last: { at: 3 }, firstTokenMs: 200 });
    expect(await createConnectionUses(database).read('q')).toEqual({ last: { at: 9 } });
  });
});
