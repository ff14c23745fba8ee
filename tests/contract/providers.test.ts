/** Every provider of the registry keeps the contract of `Provider.stream`: ordered events, one end, no throw, quick abort. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownTraits } from '../../src/shared/provider.ts';
import { asId } from '../../src/shared/ids.ts';
import type { Message } from '../../src/shared/message.ts';
import { definitions } from '../../workers/engine/manifest.ts';
import { providers } from '../../workers/providers/index.ts';
import { createChatDecoder } from '../../workers/providers/openai-chat-decoder.ts';
import type {
  ModelEvent,
  Provider,
  ProviderPorts,
  ProviderTarget,
} from '../../workers/providers/provider.ts';
import { startChatServer, type ChatServer } from '../fixtures/chat-server.ts';

const waits: number[] = [];
const ports: ProviderPorts = {
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

function user(text: string): Message {
  return {
    id: asId<'message'>('m'),
    session: asId<'session'>('s'),
    parent: null,
    order: 1,
    run: asId<'run'>('r'),
    role: 'user',
    parts: [{ type: 'text', text }],
    at: 0,
  };
}

async function gather(
  provider: Provider,
  text: string,
  target: ProviderTarget,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const request = { system: 'be brief', messages: [user(text)], tools: definitions, images: new Map() };
  const events: ModelEvent[] = [];
  for await (const event of provider.stream(request, target, ports, signal)) events.push(event);
  return events;
}

let server: ChatServer;
beforeAll(async () => void (server = await startChatServer({ key: 'right', expose: ['retry-after'] })));
afterAll(() => server.close());
const target = (changes: Partial<ProviderTarget> = {}): ProviderTarget => ({
  baseUrl: server.url,
  apiKey: 'right',
  model: 'test-model',
  traits: unknownTraits,
  ...changes,
});

describe.each(Object.entries(providers))('%s', (_, provider) => {
  it('ends with exactly one stop or error, and nothing after it', async () => {
    const events = await gather(provider, 'Hello there', target());
    const ends = events.filter(({ type }) => type === 'stop' || type === 'error');
    expect(ends).toHaveLength(1);
    expect(events.at(-1)).toBe(ends[0]);
    expect(events.some(({ type }) => type === 'text-delta')).toBe(true);
  });

  it('is silent when it is aborted before it starts', async () => {
    expect(await gather(provider, 'Hello', target(), AbortSignal.abort())).toEqual([]);
  });

  it('never throws, whatever the address', async () => {
    for (const baseUrl of ['', 'nonsense', 'http://127.0.0.1:1/v1']) {
      const events = await gather(provider, 'What time is it?', target({ baseUrl }));
      expect(['stop', 'error']).toContain(events.at(-1)?.type);
    }
  });

  it('lists models or says why not', async () => {
    const listed = await provider.models(target(), ports, new AbortController().signal);
    expect(listed.ok && listed.models.length).toBeTruthy();
  });
});

describe('openai-chat against a real server', () => {
  const provider = providers['openai-chat'];

  it('reads a reply that arrives in odd packets, in several languages', async () => {
    server.enqueue({ text: 'Grüße, 世界 😀!', reasoning: 'think' });
    const events = await gather(provider, 'hi', target());
    const text = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('');
    expect(text).toBe('Grüße, 世界 😀!');
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end' });
  });

  it('reads several calls, and sends no header outside the frozen list', async () => {
    server.enqueue({
      calls: [
        { id: 'a', name: 'read_file', arguments: { path: 'x' } },
        { id: null, name: 'noop', arguments: '' },
      ],
    });
    const events = await gather(provider, 'hi', target());
    expect(events.filter(({ type }) => type === 'call')).toEqual([
      { type: 'call', id: 'a', name: 'read_file', arguments: { path: 'x' } },
      { type: 'call', id: '', name: 'noop', arguments: {} },
    ]);
    const own = Object.keys(server.requests.at(-1)?.headers ?? {}).filter(
      (name) =>
        !/^(host|connection|accept|accept-.*|sec-.*|user-agent|content-length|pragma|cache-control)$/.test(
          name,
        ),
    );
    expect(own.sort()).toEqual(['authorization', 'content-type']);
  });

  it('waits as long as the server asks, says so, and then succeeds', async () => {
    waits.length = 0;
    server.enqueue({ status: 429, headers: { 'retry-after': '2' } });
    server.enqueue({ text: 'ok' });
    const events = await gather(provider, 'hi', target());
    expect(events[0]).toMatchObject({ type: 'retry', seconds: 2, error: { type: 'rate_limit' } });
    expect(waits).toEqual([2000]);
    expect(events.at(-1)).toMatchObject({ type: 'stop' });
  });

  it('gives up after some tries, with the error of the last', async () => {
    for (let tries = 0; tries < 5; tries++) server.enqueue({ status: 503 });
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

  it('calls a connection that breaks in mid-answer broken, not refused', async () => {
    server.enqueue({ text: 'half of a long answer '.repeat(20), cutAfter: 2_000 });
    expect((await gather(provider, 'hi', target())).at(-1)).toMatchObject({
      type: 'error',
      error: { type: 'broken_stream', model: 'test-model' },
    });
  });

  it('never repeats the key, wherever in a stream the server does', async () => {
    for (const stream of [
      ['{"error":{"message":"Invalid key right sent","code":401}}'],
      ['not json, but right'],
    ]) {
      server.enqueue({ stream });
      const events = await gather(provider, 'hi', target());
      expect(JSON.stringify(events)).not.toContain('right');
      expect(events.map(({ type }) => type)).toEqual(['error']);
    }
  });

  it('leaves at once when it is aborted in the middle, and closes the connection', async () => {
    const gate = server.hold();
    server.enqueue({ text: 'one two three four', gate });
    const abort = new AbortController();
    const events: ModelEvent[] = [];
    const request = { system: '', messages: [user('hi')], tools: [], images: new Map() };
    const done = (async () => {
      for await (const event of provider.stream(request, target(), ports, abort.signal)) events.push(event);
    })();
    await gate.reached;
    abort.abort();
    await done;
    expect(events.some(({ type }) => type === 'stop' || type === 'error')).toBe(false);
    await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
    gate.release();
  });
});

const recordings = process.env.RECORDINGS && join(process.env.RECORDINGS, 'openai-chat');
describe.runIf(recordings)('recorded streams of real services', () => {
  const folder = recordings || '.';
  it.each(readdirSync(folder).filter((name) => name.endsWith('.chunks.txt')))(
    '%s decodes to its end',
    (name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
      const decoder = createChatDecoder();
      const events = [...lines.flatMap((line) => decoder.push(line)), ...decoder.end()];
      expect(events.at(-1)?.type).toBe('stop');
      expect(
        events.some(({ type }) => type === 'text-delta' || type === 'call' || type === 'reasoning-delta'),
      ).toBe(true);
    },
  );
});
