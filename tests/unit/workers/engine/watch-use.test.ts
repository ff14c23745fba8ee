/** The health of a connection: what is seen of a reply that goes by, kept, and told in the middle. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { watchUse } from '../../../../workers/engine/watch-use.ts';
import type { ModelEvent } from '../../../../workers/providers/provider.ts';
import { createConnectionUses, type ConnectionUse } from '../../../../workers/storage/connection-uses.ts';
import { openDatabase } from '../../../../workers/storage/database.ts';

async function* replay(events: readonly ModelEvent[], onEnd: () => void = () => undefined) {
  try {
    yield* events;
  } finally {
    onEnd();
  }
}

async function watch(events: readonly ModelEvent[], take = Infinity) {
  const uses: ConnectionUse[] = [];
  const seen: ModelEvent[] = [];
  let clock = 0;
  let ended = false;
  const watched = watchUse(
    replay(events, () => (ended = true)),
    { record: (use) => uses.push(use), now: () => (clock += 10) },
  );
  for await (const event of watched) if (seen.push(event) >= take) break;
  return { uses, seen, ended };
}

const word: ModelEvent = { type: 'text-delta', text: 'a' };
const stop: ModelEvent = { type: 'stop', reason: 'end' };

describe('a reply that goes by', () => {
  it('passes on every event, and tells the time to the first word', async () => {
    const events = [word, word, stop];
    expect(await watch(events)).toEqual({ seen: events, uses: [{ at: 30, firstTokenMs: 10 }], ended: true });
  });

  it('tells why it failed', async () => {
    const error = { type: 'bad_key', host: 'h' } as const;
    expect((await watch([{ type: 'error', error }])).uses).toEqual([{ at: 20, error }]);
  });

  it('says nothing of one that was stopped, and lets go of the stream', async () => {
    expect(await watch([word, word, stop], 1)).toMatchObject({ uses: [], ended: true });
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
});
