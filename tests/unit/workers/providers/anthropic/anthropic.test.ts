import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits, type ModelTraits } from '#shared/models/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { anthropicHeaders, toRequest } from '#workers/providers/anthropic/anthropic.ts';
import { createAnthropicDecoder } from '#workers/providers/anthropic/anthropic-decoder.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { AnthropicBody } from '#tests/fixtures/model-servers/anthropic-check.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

type Changes = {
  baseUrl?: string;
  model?: string;
  apiKey?: string;
  traits?: Partial<ModelTraits>;
  tools?: typeof definitions;
};

function build(messages: Message[], { traits, tools = [], ...changes }: Changes = {}) {
  const target = {
    baseUrl: 'https://api.anthropic.com',
    apiKey: 'secret',
    model: 'claude-sonnet-5',
    ...changes,
    traits: { ...unknownTraits, ...traits },
  };
  const request = toRequest({ system: 'be brief', messages, tools, media: new Map() }, target);
  return { ...request, body: JSON.parse(request.body ?? '') as AnthropicBody };
}

function assistant(...parts: Part[]): Message {
  return { ...userMessage(''), role: 'assistant', parts };
}

function decode(...events: (object | string)[]): ModelEvent[] {
  const decoder = createAnthropicDecoder();
  const read = events.flatMap((event) =>
    decoder.push(typeof event === 'string' ? event : JSON.stringify(event)),
  );
  return [...read, ...decoder.end()];
}

const start = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const end = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];

describe('an Anthropic request', () => {
  it('goes to the documented path, whether or not the address ends in the version', () => {
    const urls = ['https://api.anthropic.com', 'https://a.example/v1/', 'https://a.example/anthropic'].map(
      (baseUrl) => build([userMessage('hi')], { baseUrl }).url,
    );
    expect(urls).toEqual([
      'https://api.anthropic.com/v1/messages',
      'https://a.example/v1/messages',
      'https://a.example/anthropic/v1/messages',
    ]);
  });

  it('carries exactly the headers of the frozen list, and none for a key that is not there', () => {
    const { headers } = build([userMessage('hi')]);
    expect(headers).toEqual({
      'anthropic-dangerous-direct-browser-access': 'true',
      'anthropic-version': '2026-10-21',
      'content-type': 'application/json',
      'x-api-key': 'secret',
    });
    expect(Object.keys(headers).sort()).toEqual([...anthropicHeaders]);
    expect(build([userMessage('hi')], { apiKey: '' }).headers).not.toHaveProperty('x-api-key');
  });

  it('asks for the cache and the longest reply, and names no sampling', () => {
    const { body } = build([userMessage('hi')], { traits: { outputTokens: 9000 }, tools: definitions });
    expect(body).toMatchObject({ max_tokens: 9000, stream: true, cache_control: { type: 'ephemeral' } });
    expect(body.system).toEqual([{ type: 'text', text: 'be brief', cache_control: { type: 'ephemeral' } }]);
    expect(body.tools).toHaveLength(definitions.length);
    expect(Object.keys(body).filter((key) => /temperature|top_/.test(key))).toEqual([]);
  });

  it('marks the tools, the system prompt and where the last request ended, for the cache', () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const first = build([userMessage('hi')], { tools: definitions }).body;
    const next = build(
      [userMessage('hi'), assistant({ type: 'text', text: 'Hello.' }), userMessage('and?')],
      {
        tools: definitions,
      },
    ).body;
    for (const { tools } of [first, next]) {
      const marked = (tools as object[]).map((tool) => 'cache_control' in tool);
      expect(marked).toEqual([...definitions.slice(1).map(() => false), true]);
    }
    expect(first.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'hi' }] }]);
    expect(next.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi', ...mark }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
      { role: 'user', content: [{ type: 'text', text: 'and?' }] },
    ]);
  });

  it.each([
    ['claude-sonnet-5', 32_000, { type: 'adaptive', display: 'summarized' }],
    ['claude-opus-4-6', 32_000, { type: 'adaptive', display: 'summarized' }],
    ['claude-fable-5-2', 1000, { type: 'adaptive', display: 'summarized' }],
    ['claude-opus-4-5-20251101', 32_000, { type: 'enabled', budget_tokens: 16_000 }],
    ['claude-sonnet-4-20250514', 64_000, { type: 'enabled', budget_tokens: 16_384 }],
    ['anthropic/claude-haiku-4.5', 8192, { type: 'enabled', budget_tokens: 4096 }],
    ['claude-3-7-sonnet-latest', 8192, { type: 'enabled', budget_tokens: 4096 }],
    ['kimi-k3', 8192, { type: 'enabled', budget_tokens: 4096 }],
    ['kimi-k3', 2000, undefined],
  ])('lets %s with %i tokens think as that model can', (model, outputTokens, thinking) => {
    expect(
      build([userMessage('hi')], { model, traits: { reasoning: true, outputTokens } }).body.thinking,
    ).toEqual(thinking);
    expect(build([userMessage('hi')], { model, traits: { outputTokens } }).body.thinking).toBeUndefined();
  });

  it('does not let a model with a budget begin to think in the middle of a turn that began without', () => {
    const call: Part = {
      type: 'call',
      id: asId<'call'>('a'),
      name: 'noop',
      arguments: {},
      status: 'success',
    };
    const options = { model: 'claude-opus-4-5', traits: { reasoning: true } };
    const thought: Part = {
      type: 'reasoning',
      text: 'x',
      echo: { wire: 'anthropic', host: 'service', data: { signature: 's' } },
    };
    expect(build([userMessage('hi'), assistant(call)], options).body.thinking).toBeUndefined();
    expect(build([userMessage('hi'), assistant(thought, call)], options).body.thinking).toBeDefined();
    expect(
      build([userMessage('hi'), assistant(call), userMessage('so?')], options).body.thinking,
    ).toBeDefined();
  });

  it('keeps the order of what the model said, and puts all results first into one message', () => {
    const call = (id: string): Part => ({
      type: 'call',
      id: asId<'call'>(id),
      name: 'noop',
      arguments: { id },
      status: 'success',
    });
    const result = (id: string): Part => ({
      type: 'result',
      call: asId<'call'>(id),
      result: { status: 'success', result: id },
      duration_ms: 1,
    });
    const { body } = build([
      userMessage('go'),
      assistant(
        {
          type: 'reasoning',
          text: 'hm',
          echo: { wire: 'anthropic', host: 'service', data: { signature: 'sig' } },
        },
        { type: 'text', text: 'Two.' },
        call('a'),
        result('a'),
        { type: 'text', text: 'More.' },
        call('b'),
        result('b'),
      ),
    ]);
    expect(body.messages?.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'text', text: 'Two.' },
          { type: 'tool_use', id: 'a', name: 'noop', input: { id: 'a' } },
          { type: 'text', text: 'More.' },
          { type: 'tool_use', id: 'b', name: 'noop', input: { id: 'b' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '{"status":"success","result":"a"}' },
          { type: 'tool_result', tool_use_id: 'b', content: '{"status":"success","result":"b"}' },
        ],
      },
    ]);
  });
});

describe('an Anthropic stream', () => {
  it.each([
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['tool_use', 'tool_calls'],
    ['max_tokens', 'max_tokens'],
    ['pause_turn', 'pause'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context_exceeded'],
    ['something_new', 'end'],
  ])('that ends with %s ends with %s', (stop, reason) => {
    expect(decode(...end(stop)).at(-1)).toEqual({ type: 'stop', reason });
  });

  it('gives a call as soon as its own block is complete', () => {
    const decoder = createAnthropicDecoder();
    const push = (event: object) => decoder.push(JSON.stringify(event));
    push(start(0, { type: 'tool_use', id: 'a', name: 'one', input: {} }));
    push(delta(0, { type: 'input_json_delta', partial_json: '{"x":' }));
    push(start(1, { type: 'tool_use', id: 'b', name: 'two', input: {} }));
    push(delta(0, { type: 'input_json_delta', partial_json: '1}' }));
    expect(push(stop(0))).toEqual([{ type: 'call', id: 'a', name: 'one', arguments: { x: 1 } }]);
    push(delta(1, { type: 'input_json_delta', partial_json: '' }));
    expect(push(stop(1))).toEqual([{ type: 'call', id: 'b', name: 'two', arguments: {} }]);
  });

  it('takes arguments that came at once, and hands on those that are no JSON', () => {
    const events = decode(
      start(0, { type: 'tool_use', id: 'a', name: 'one', input: { x: 1 } }),
      stop(0),
      start(1, { type: 'tool_use', id: 'b', name: 'two', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"x":' }),
      ...end('max_tokens'),
    );
    expect(events.flatMap((event) => (event.type === 'call' ? [event.arguments] : []))).toEqual([
      { x: 1 },
      '{"x":',
    ]);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'max_tokens' });
  });

  it('adds what the cache took and gave to the input, and takes the last count of each', () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 300,
      output_tokens: 1,
    };
    const events = decode(
      { type: 'message_start', message: { usage } },
      { type: 'message_start', message: { usage } },
      { type: 'ping' },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: null, output_tokens: 50, output_tokens_details: { thinking_tokens: 40 } },
      },
      { type: 'message_stop' },
    );
    expect(events).toEqual([
      {
        type: 'usage',
        usage: {
          inputTokens: 330,
          outputTokens: 50,
          cacheReadTokens: 300,
          cacheWriteTokens: 20,
          reasoningTokens: 40,
        },
      },
      { type: 'stop', reason: 'end' },
    ]);
  });

  it('gives a hidden thought without text, and none for a thought that was never signed', () => {
    const events = decode(
      start(0, { type: 'redacted_thinking', data: 'secret' }),
      stop(0),
      start(1, { type: 'thinking', thinking: '', signature: '' }),
      delta(1, { type: 'thinking_delta', thinking: 'hm' }),
    );
    expect(events).toEqual([
      { type: 'echo', of: 'reasoning', data: { redacted: 'secret' } },
      { type: 'reasoning-delta', text: 'hm' },
      { type: 'error', error: { type: 'broken_stream' } },
    ]);
  });

  it.each([
    ['overloaded_error', 'Overloaded', 'overloaded'],
    ['rate_limit_error', 'slow down', 'rate_limit'],
    ['api_error', 'oops', 'server_error'],
    ['invalid_request_error', 'prompt is too long: 9 tokens', 'context_too_long'],
    ['invalid_request_error', 'bad field', 'bad_request'],
  ])('reads %s in the middle: %s', (type, message, expected) => {
    expect(decode({ type: 'error', error: { type, message } })).toMatchObject([
      { type: 'error', error: { type: expected, detail: message } },
    ]);
  });
});
