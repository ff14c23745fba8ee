/** Hostile and broken servers: waiting, memory and retries are limited in every format. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as limits from '#shared/limits.ts';
import { serverKinds, unknownTraits, type ServerKind } from '#shared/models/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import type { ModelEvent, ProviderDeps } from '#workers/contracts/provider.ts';
import { formats } from '#tests/fixtures/formats/index.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const apiKey = 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY';
const start = 1_000_000;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** A fake `fetch` that reacts to an abort like the real one: its promise or its body fails. */
function serve(status: number, feed: (controller: Controller, signal: AbortSignal) => void): typeof fetch {
  return async (_url, init) => {
    const signal = init?.signal ?? new AbortController().signal;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason));
        feed(controller, signal);
      },
    });
    return new Response(body, { status, headers: { 'content-type': 'text/event-stream' } });
  };
}

const neverAnswers: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

const bytes = (text: string) => new TextEncoder().encode(text);

/** Sends the same text repeatedly until it is aborted. */
const repeat = (text: string, everyMs: number) => (controller: Controller, signal: AbortSignal) => {
  const timer = setInterval(() => controller.enqueue(bytes(text)), everyMs);
  signal.addEventListener('abort', () => clearInterval(timer));
};

const sends =
  (...pieces: string[]) =>
  (controller: Controller) => {
    for (const piece of pieces) controller.enqueue(bytes(piece));
    controller.close();
  };

/** The resulting events, and the seconds of virtual time that passed. */
async function ask(kind: ServerKind, fetchPort: typeof fetch) {
  const deps: ProviderDeps = {
    fetch: fetchPort,
    wait: async () => undefined,
    random: () => 0,
    online: () => true,
    pageProtocol: 'http:',
  };
  const target = { baseUrl: 'http://s.test/v1', apiKey, model: 'm', traits: unknownTraits };
  const request = { system: '', messages: [userMessage('hi')], tools: [], media: new Map() };
  const events: ModelEvent[] = [];
  const state = { isOver: false };
  const done = (async () => {
    const { signal } = new AbortController();
    const provider = await loadProvider(kind);
    for await (const event of provider.stream(request, target, deps, signal)) events.push(event);
    state.isOver = true;
  })();
  // Wait until the provider's code has loaded.
  await vi.dynamicImportSettled();
  for (let steps = 0; !state.isOver && steps < 1_000; steps++) await vi.advanceTimersByTimeAsync(1_000);
  await done;
  return { events, seconds: Math.round((Date.now() - start) / 1_000) };
}

/** A text delta in each format. */
const say = (kind: ServerKind, text: string) =>
  formats[kind].replyEvents
    .text('1', text, 0)
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('');

describe('a flood of calls', () => {
  it('ends a reply before its calls could fill the page', async () => {
    const call = (at: number) =>
      `data: {"choices":[{"delta":{"tool_calls":[{"index":${at},"id":"c${at}","function":{"name":"noop","arguments":"{}"}}]}}]}\n\n`;
    const flood = Array.from({ length: 50 }, (_, packet) =>
      Array.from({ length: 100 }, (_, at) => call(packet * 100 + at)).join(''),
    );
    const { events } = await ask('openai-chat', serve(200, sends(...flood)));
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'reply_too_large' } });
    expect(events.length).toBeGreaterThan(limits.callsPerReply);
    expect(events.length).toBeLessThan(2_002);
  });
});

describe.each(serverKinds)('%s', (kind) => {
  it('gives up a server that takes the request and never answers', async () => {
    const { events, seconds } = await ask(kind, neverAnswers);
    expect(events).toMatchObject([{ type: 'error', error: { type: 'silent', host: 's.test' } }]);
    expect(seconds).toBe(limits.providerIdleMs / 1_000);
  });

  it('waits no longer than ten seconds for the words of an error', async () => {
    const drip = serve(401, repeat('bad key ', 3_000));
    const { events, seconds } = await ask(kind, drip);
    expect(events).toMatchObject([{ type: 'error', error: { type: 'bad_key', status: 401 } }]);
    expect(seconds).toBe(10);
  });

  it.each([
    ['comments', ': ping\n\n'],
    ['pings', 'event: ping\ndata: {"type": "ping"}\n\n'],
    ['pings without a name', 'data: {"type":"ping"}\n\n'],
  ])('ends a stream of nothing but %s', async (_, sign) => {
    const { events, seconds } = await ask(kind, serve(200, repeat(sign, 20_000)));
    expect(events).toMatchObject([{ type: 'error', error: { type: 'silent' } }]);
    expect(seconds).toBe(limits.providerSignsMs / 1_000);
  });

  it('ends a stream that drips bytes and never an event', async () => {
    const { events, seconds } = await ask(kind, serve(200, repeat('x', 20_000)));
    expect(events).toMatchObject([{ type: 'error', error: { type: 'silent' } }]);
    expect(seconds).toBe(limits.providerIdleMs / 1_000);
  });

  it('cuts off a reply without end', async () => {
    const piece = say(kind, 'word '.repeat(200_000));
    const { events } = await ask(kind, serve(200, sends(...Array<string>(9).fill(piece))));
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      error: { type: 'reply_too_large', host: 's.test' },
    });
    const kept = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('');
    expect(kept).toHaveLength(limits.replyCharacters);
  });

  it('holds no event without end', async () => {
    const piece = 'x'.repeat(4_000_000);
    const { events } = await ask(kind, serve(200, sends('data: ', ...Array<string>(5).fill(piece))));
    expect(events).toMatchObject([{ type: 'error', error: { type: 'reply_too_large' } }]);
  });

  it.each(Array.from({ length: 45 }, (_, at) => 301 - at))(
    'leaves nothing of a key that begins %i characters into an error',
    async (at) => {
      const words = `${'x'.repeat(at)} ${apiKey} is wrong`;
      const replies = [
        serve(401, sends(words)),
        serve(401, sends(JSON.stringify({ error: { message: words } }))),
        serve(200, sends(`data: ${words}\n\n`)),
        serve(200, sends(`data: ${JSON.stringify({ type: 'error', error: { message: words } })}\n\n`)),
      ];
      for (const reply of replies) {
        const told = JSON.stringify((await ask(kind, reply)).events);
        expect(told).toContain('"error"');
        expect(told).not.toContain(apiKey.slice(0, 8));
      }
    },
  );
});
