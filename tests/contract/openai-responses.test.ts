/** The Responses format against a local server that rejects the same requests as the real service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits, type ModelTraits } from '#shared/models/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { loadProvider } from '#workers/providers/index.ts';
import type { ModelEvent, ModelRequest, ProviderDeps } from '#workers/contracts/provider.ts';
import { foldModelEvents, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';
import {
  startResponsesServer,
  type ResponsesServer,
} from '#tests/fixtures/model-servers/responses-server.ts';

const provider = await loadProvider('openai-responses');
const deps: ProviderDeps = {
  fetch: (...input) => fetch(...input),
  wait: () => Promise.resolve(),
  random: () => 0,
  online: () => true,
  pageProtocol: 'http:',
};

let server: ResponsesServer;
beforeAll(async () => void (server = await startResponsesServer({ key: 'right' })));
afterAll(() => server.close());

async function ask(
  messages: Message[],
  {
    traits = {},
    ...changes
  }: { traits?: Partial<ModelTraits>; apiKey?: string; media?: ModelRequest['media'] } = {},
): Promise<ModelEvent[]> {
  const { apiKey = 'right', media = new Map() } = changes;
  const target = {
    baseUrl: server.url,
    apiKey,
    model: 'gpt-test',
    traits: { ...unknownTraits, reasoning: true, ...traits },
  };
  const request = { system: 'be brief', messages, tools: definitions, media };
  const events: ModelEvent[] = [];
  const signal = new AbortController().signal;
  for await (const event of provider.stream(request, target, deps, signal)) events.push(event);
  return events;
}

const sentInput = () => server.requests.at(-1)?.body.input ?? [];

function assistant(...parts: Part[]): Message {
  return { ...userMessage(''), id: asId<'message'>('a'), order: 2, role: 'assistant', parts };
}

function answered(parts: readonly Part[]): Part[] {
  const results = parts.flatMap((part): Part[] =>
    part.type === 'call'
      ? [{ type: 'result', call: part.id, result: { status: 'success', result: 'done' }, duration_ms: 1 }]
      : [],
  );
  return [...parts, ...results];
}

describe('a conversation with thoughts and calls', () => {
  it('sends every item back unchanged, with its ids, and the service accepts it', async () => {
    server.enqueue({
      reasoning: 'First.\n\nThen.',
      text: 'I look.',
      phase: 'commentary',
      calls: [
        { callId: 'call_1', name: 'read_file', arguments: { path: 'a' } },
        { callId: 'call_2', name: 'noop', arguments: '' },
      ],
    });
    const first = foldModelEvents(await ask([userMessage('go')]), 'openai-responses');
    expect(first.parts.map(({ type }) => type)).toEqual(['reasoning', 'text', 'call', 'call']);
    expect(first.end).toEqual({ type: 'stop', reason: 'tool_calls' });
    expect(first.usage).toEqual({
      inputTokens: 40,
      outputTokens: 12,
      cacheReadTokens: 32,
      reasoningTokens: 4,
    });

    server.enqueue({ text: 'Done.' });
    const last = await ask([userMessage('go'), assistant(...answered(first.parts))]);
    expect(last.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    expect(sentInput()).toMatchObject([
      { role: 'user', content: 'go' },
      {
        type: 'reasoning',
        encrypted_content: 'sealed-0001',
        summary: [{ text: 'First.' }, { text: 'Then.' }],
      },
      { type: 'message', id: 'msg_0001', phase: 'commentary', content: [{ text: 'I look.' }] },
      { type: 'function_call', id: 'fc_0001_0', call_id: 'call_1', arguments: '{"path":"a"}' },
      { type: 'function_call', id: 'fc_0001_1', call_id: 'call_2', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: '{"status":"success","result":"done"}' },
      { type: 'function_call_output', call_id: 'call_2' },
    ]);
    expect(server.requests.at(-1)?.body).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { summary: 'auto' },
    });
  });

  it('converts messages of other formats: without their reasoning and ids, and with every call answered', async () => {
    const history = [
      userMessage('go'),
      assistant(
        {
          type: 'reasoning',
          text: 'secret',
          echo: { wire: 'anthropic', host: 'service', data: { signature: 's' } },
        },
        { type: 'text', text: 'ok' },
        {
          type: 'call',
          id: asId<'call'>(`toolu|${'x'.repeat(90)}`),
          name: 'noop',
          arguments: {},
          status: 'success',
        },
      ),
      userMessage('and?'),
    ];
    expect((await ask(history)).at(-1)?.type).toBe('stop');
    expect(sentInput().map(({ type }) => type)).toEqual([
      ...['message', 'message', 'function_call', 'function_call_output', 'message'],
    ]);
    expect(JSON.stringify(sentInput())).not.toContain('secret');
    expect(JSON.stringify(sentInput())).toContain('interrupted');
  });

  it('leaves out a thought that a stop cut off from its answer', async () => {
    const data = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
    const cut = assistant({
      type: 'reasoning',
      text: '',
      echo: { wire: 'openai-responses', host: 'service', data },
    });
    expect((await ask([userMessage('go'), cut, userMessage('again')])).at(-1)?.type).toBe('stop');
    expect(sentInput().map(({ type }) => type)).toEqual(['message', 'message']);
  });

  it('requests no reasoning from a model without it', async () => {
    await ask([userMessage('go')], { traits: { reasoning: false } });
    expect(server.requests.at(-1)?.body).not.toHaveProperty('include');
    expect(server.requests.at(-1)?.body).not.toHaveProperty('reasoning');
  });
});

describe('pictures', () => {
  const blob = asId<'blob'>('s/1');
  const picture: Part = { type: 'image', media_type: 'image/png', blob, bytes: 3, name: 'a.png' };
  const history = () => [
    { ...userMessage(''), parts: [{ type: 'text', text: 'look' }, picture] satisfies Part[] },
    assistant(
      { type: 'call', id: asId<'call'>('c'), name: 'read_file', arguments: {}, status: 'success' },
      {
        type: 'result',
        call: asId<'call'>('c'),
        result: { status: 'success', result: [picture] },
        duration_ms: 1,
      },
    ),
  ];

  it('are sent as data in messages and in results', async () => {
    const media = new Map([[blob, 'iVBORw0KGgo=']]);
    expect((await ask(history(), { traits: { images: true }, media })).at(-1)?.type).toBe('stop');
    const [user, , output] = sentInput();
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    expect(user?.content).toMatchObject([{ text: 'look' }, { type: 'input_image', image_url: url }]);
    expect(output?.output).toMatchObject([{ type: 'input_text' }, { type: 'input_image', image_url: url }]);
  });

  it('are described in words if the model accepts none, or if their bytes are missing', async () => {
    for (const traits of [{ images: false }, { images: true }]) {
      await ask(history(), { traits, media: new Map(traits.images ? [] : [[blob, 'iVBORw0KGgo=']]) });
      expect(JSON.stringify(sentInput())).toContain('[image, a.png, image/png, 3 bytes]');
      expect(JSON.stringify(sentInput())).not.toContain('iVBORw0KGgo=');
    }
  });
});

describe('the end of a reply', () => {
  it.each([
    [{ text: 'half', incomplete: 'max_output_tokens' as const }, 'max_tokens'],
    [{ text: 'half', incomplete: 'content_filter' as const }, 'content_filter'],
    [{ refusal: 'I will not.' }, 'refusal'],
  ])('%j stops with %s', async (reply, reason) => {
    server.enqueue(reply);
    expect((await ask([userMessage('go')])).at(-1)).toEqual({ type: 'stop', reason });
  });

  it.each([
    [{ text: 'a', failed: { code: 'server_error', message: 'right, it broke' } }, 'server_error'],
    [{ text: 'a', failed: { code: 'rate_limit_exceeded', message: 'slow down' } }, 'rate_limit'],
    [{ text: 'a '.repeat(200), cutAfter: 3_000 }, 'broken_stream'],
    [{ stream: [{ type: 'error', code: 'insufficient_quota', message: 'no money' }] }, 'no_credit'],
  ])('%j is an error of type %s, without the key', async (reply, type) => {
    server.enqueue(reply);
    const events = await ask([userMessage('go')]);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { type, model: 'gpt-test' } });
    expect(JSON.stringify(events)).not.toContain('right');
  });

  it('emits each call as soon as its own arguments are complete', async () => {
    const gate = server.hold();
    server.enqueue({
      calls: [
        { callId: 'call_1', name: 'noop', arguments: {} },
        { callId: 'call_2', name: 'noop', arguments: {} },
      ],
      gate,
    });
    const request = { system: '', messages: [userMessage('go')], tools: [], media: new Map() };
    const target = { baseUrl: server.url, apiKey: 'right', model: 'gpt-test', traits: unknownTraits };
    const events: ModelEvent[] = [];
    const done = (async () => {
      const signal = new AbortController().signal;
      for await (const event of provider.stream(request, target, deps, signal)) events.push(event);
    })();
    await gate.reached;
    // The events created, in_progress, added, delta and done.
    gate.release(5);
    await expect.poll(() => events.map(({ type }) => type)).toEqual(['call']);
    gate.release();
    await done;
    expect(events.filter(({ type }) => type === 'call')).toHaveLength(2);
  });

  it('sends exactly the headers of the frozen list, and none without a key', async () => {
    await ask([userMessage('go')]);
    const own = Object.keys(server.requests.at(-1)?.headers ?? {}).filter(
      (name) =>
        !/^(host|connection|accept.*|sec-.*|user-agent|content-length|pragma|cache-control)$/.test(name),
    );
    expect(own.sort()).toEqual(['authorization', 'content-type']);
    expect((await ask([userMessage('go')], { apiKey: 'wrong' })).at(-1)).toMatchObject({
      error: { type: 'bad_key' },
    });
  });
});
