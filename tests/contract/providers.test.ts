/**
 * Every provider keeps the contract of `Provider.stream`: ordered events, exactly one end, no throw, quick
 * abort.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasNetwork,
  providerKinds,
  serverKinds,
  unknownTraits,
  type ProviderKind,
  type ServerKind,
} from '#shared/models/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { loadProvider } from '#workers/providers/index.ts';
import type { ModelEvent, Provider, ProviderDeps, ProviderTarget } from '#workers/contracts/provider.ts';
import { foldModelEvents, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';
import type { FormatServer } from '#tests/fixtures/formats/format.ts';
import { formats } from '#tests/fixtures/formats/index.ts';

/** A string that occurs in no description of a tool, so that a leaked key is found. */
const key = 'right-key';

const waits: number[] = [];
const deps: ProviderDeps = {
  fetch: (...input) => fetch(...input),
  wait: async (milliseconds) => void waits.push(milliseconds),
  random: () => 0,
  online: () => true,
  pageProtocol: 'http:',
  onDevice: {
    builtIn: {
      state: async () => 'available',
      async *write() {
        yield { type: 'text', text: 'Hello' };
        yield { type: 'stop', reason: 'end' };
      },
    },
    files: { list: async () => [], async *write() {} },
  },
};

async function gather(
  provider: Provider,
  text: string,
  target: ProviderTarget,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const messages = [userMessage(text)];
  const request = { system: 'be brief', messages, tools: definitions, media: new Map() };
  const events: ModelEvent[] = [];
  for await (const event of provider.stream(request, target, deps, signal)) events.push(event);
  return events;
}

const servers = new Map<ServerKind, FormatServer>();
beforeAll(async () => {
  for (const kind of serverKinds) servers.set(kind, await formats[kind].start(key));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

function serverOf(kind: ServerKind): FormatServer {
  const server = servers.get(kind);
  if (!server) throw new Error(`There is no server for ${kind}.`);
  return server;
}

/** A target for each kind; the local kinds ignore the address. */
function targetOf(kind: ProviderKind, changes: Partial<ProviderTarget> = {}): ProviderTarget {
  const { url, model } = hasNetwork(kind) ? serverOf(kind) : { url: 'http://127.0.0.1:1', model: 'local' };
  return { baseUrl: url, apiKey: key, model, traits: unknownTraits, ...changes };
}

describe.each(providerKinds)('%s', async (kind) => {
  const provider = await loadProvider(kind);

  it('ends with exactly one stop or error, and nothing after it', async () => {
    const events = await gather(provider, 'Hello there', targetOf(kind));
    const ends = events.filter(({ type }) => type === 'stop' || type === 'error');
    expect(ends).toHaveLength(1);
    expect(events.at(-1)).toBe(ends[0]);
    expect(events.some(({ type }) => type === 'text-delta')).toBe(true);
  });

  it('is silent when it is aborted before it starts', async () => {
    expect(await gather(provider, 'Hello', targetOf(kind), AbortSignal.abort())).toEqual([]);
  });

  it('never throws, whatever the address', async () => {
    for (const baseUrl of ['', 'nonsense', 'http://127.0.0.1:1/v1']) {
      const events = await gather(provider, 'What time is it?', targetOf(kind, { baseUrl }));
      expect(['stop', 'error']).toContain(events.at(-1)?.type);
    }
  });

  it('lists models or says why not', async () => {
    const listed = await provider.models(targetOf(kind), deps, new AbortController().signal);
    expect(listed.ok && listed.models.length).toBeTruthy();
  });
});

describe.each(serverKinds)('%s against a real server', async (kind) => {
  const provider = await loadProvider(kind);
  const target = (changes: Partial<ProviderTarget> = {}) => targetOf(kind, changes);

  it('reads a reply in several languages from oddly split packets', async () => {
    serverOf(kind).enqueue({ text: 'Grüße, 世界 😀!', reasoning: 'think 想' });
    const events = await gather(provider, 'hi', target());
    const textOf = (type: string) =>
      events.flatMap((event) => (event.type === type && 'text' in event ? [event.text] : [])).join('');
    expect(textOf('text-delta')).toBe('Grüße, 世界 😀!');
    expect(textOf('reasoning-delta')).toBe('think 想');
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    const { usage } = foldModelEvents(events, kind);
    expect(usage?.inputTokens).toBeGreaterThanOrEqual(usage?.cacheReadTokens ?? 0);
    expect(usage?.inputTokens).toBeGreaterThan(0);
    expect(usage?.outputTokens).toBe(serverOf(kind).outputTokens);
  });

  it('reads five calls of one reply in their order, empty arguments included', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    serverOf(kind).enqueue({
      calls: names.map((name, n) => ({ id: `id${n}`, name, arguments: n === 4 ? '' : { path: `ä${n}` } })),
    });
    const events = await gather(provider, 'hi', target());
    const calls = events.flatMap((event) => (event.type === 'call' ? [event] : []));
    expect(calls.map(({ id, name, arguments: values }) => [id, name, values])).toEqual(
      names.map((name, n) => [`id${n}`, name, n === 4 ? {} : { path: `ä${n}` }]),
    );
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_calls' });
  });

  it.runIf(kind !== 'anthropic')('leaves a missing id to the loop', async () => {
    serverOf(kind).enqueue({ calls: [{ id: null, name: 'noop', arguments: {} }] });
    const events = await gather(provider, 'hi', target());
    expect(events.find(({ type }) => type === 'call')).toMatchObject({ id: '', name: 'noop', arguments: {} });
  });

  it('sends exactly the headers of the frozen list, and the key in no address', async () => {
    await gather(provider, 'hi', target());
    const request = serverOf(kind).requests.at(-1);
    const own = Object.keys(request?.headers ?? {}).filter((name) => !setByTheClient.test(name));
    expect(own.sort()).toEqual(serverOf(kind).headers);
    expect(JSON.stringify({ ...request, headers: {} })).not.toContain(key);
  });

  it('waits as long as the server requires, reports it, and then succeeds', async () => {
    waits.length = 0;
    serverOf(kind).enqueue(serverOf(kind).patience, { text: 'ok' });
    const events = await gather(provider, 'hi', target());
    expect(events[0]).toMatchObject({ type: 'retry', seconds: 2, error: { type: 'rate_limit' } });
    expect(waits).toEqual([2000]);
    expect(events.at(-1)).toMatchObject({ type: 'stop' });
  });

  it('gives up after some tries, with the error of the last', async () => {
    for (let tries = 0; tries < 5; tries++) serverOf(kind).enqueue({ status: 503 });
    const events = await gather(provider, 'hi', target());
    expect(events.map(({ type }) => type)).toEqual(['retry', 'retry', 'retry', 'retry', 'error']);
  });

  it('says which key, model or stream was wrong', async () => {
    expect((await gather(provider, 'hi', target({ apiKey: 'wrong' }))).at(-1)).toMatchObject({
      error: { type: 'bad_key' },
    });
    expect((await gather(provider, 'hi', target({ model: 'gone' }))).at(-1)).toMatchObject({
      error: { type: 'model_unknown', model: 'gone' },
    });
  });

  it('reports a connection that breaks in mid-answer as broken, not as refused', async () => {
    serverOf(kind).enqueue({ text: 'half of a long answer '.repeat(20), cutAfter: 2_000 });
    expect((await gather(provider, 'hi', target())).at(-1)).toMatchObject({
      type: 'error',
      error: { type: 'broken_stream', model: target().model },
    });
  });

  it('never repeats the key, wherever in a stream the server does', async () => {
    const replies = [{ error: serverOf(kind).leak(key) }, { stream: [`not json, but ${key}`] }];
    for (const reply of replies) {
      serverOf(kind).enqueue(reply);
      const events = await gather(provider, 'hi', target());
      expect(JSON.stringify(events)).not.toContain(key);
      expect(events.map(({ type }) => type)).toEqual(['error']);
    }
  });

  it('ends at once when it is aborted in the middle, and closes the connection', async () => {
    const server = serverOf(kind);
    const gate = server.hold();
    server.enqueue({ text: 'one two three four', gate });
    const abort = new AbortController();
    const done = gather(provider, 'hi', target(), abort.signal);
    await gate.reached;
    abort.abort();
    expect((await done).some(({ type }) => type === 'stop' || type === 'error')).toBe(false);
    await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
    gate.release();
  });

  it('reads every page of the list of models', async () => {
    const listed = await provider.models(target(), deps, new AbortController().signal);
    expect(listed).toEqual({ ok: true, models: expect.arrayContaining([target().model]) });
    expect(listed.ok && listed.models).not.toContain('embed');
  });
});

const setByTheClient =
  /^(host|connection|accept|accept-.*|sec-.*|user-agent|content-length|pragma|cache-control)$/;
