import { describe, expect, it, vi } from 'vitest';
import { unknownTraits } from '#shared/models/provider.ts';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { toRequest } from '#workers/providers/openai-chat/openai-chat.ts';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

const session = asId<'session'>('s');
const run = asId<'run'>('r');
const target = {
  baseUrl: 'https://api.example.com/v1/',
  apiKey: 'secret',
  model: 'm',
  traits: unknownTraits,
};

function message(role: Message['role'], ...parts: Part[]): Message {
  return { id: asId<'message'>('m'), session, parent: null, order: 1, run, role, parts, at: 0 };
}

/** Decodes these `data:` payloads, and collects the events. */
function decode(...chunks: (object | string)[]): ModelEvent[] {
  const decoder = createChatDecoder();
  const events = chunks.flatMap((chunk) =>
    decoder.push(typeof chunk === 'string' ? chunk : JSON.stringify(chunk)),
  );
  return [...events, ...decoder.end()];
}

const delta = (content: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: content, finish_reason }],
});

describe('a Chat Completions request', () => {
  it('goes to the documented path with exactly the two headers of the frozen list', () => {
    const { url, headers } = toRequest({ system: 'be', messages: [], tools: [], media: new Map() }, target);
    expect(url).toBe('https://api.example.com/v1/chat/completions');
    expect(headers).toEqual({ authorization: 'Bearer secret', 'content-type': 'application/json' });
    expect(
      toRequest({ system: '', messages: [], tools: [], media: new Map() }, { ...target, apiKey: '' }).headers,
    ).not.toHaveProperty('authorization');
  });

  it('puts results beside the calls they answer, in the order of the calls, and repairs a missing one', () => {
    const call = (id: string): Part => ({
      type: 'call',
      id: asId<'call'>(id),
      name: 'noop',
      arguments: { n: id },
      status: 'success',
    });
    const result = (id: string): Part => ({
      type: 'result',
      call: asId<'call'>(id),
      result: { status: 'success', result: id },
      duration_ms: 1,
    });
    const history = [
      message('user', { type: 'text', text: 'go' }),
      message(
        'assistant',
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'ok' },
        call('a'),
        call('b'),
        result('b'),
      ),
      message('assistant', { type: 'error', error: { type: 'server_error' } }),
    ];
    const body = JSON.parse(
      toRequest({ system: 'be', messages: history, tools: [], media: new Map() }, target).body ?? '',
    ) as {
      messages: unknown[];
    };
    expect(body.messages).toEqual([
      { role: 'system', content: 'be' },
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: 'ok',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'noop', arguments: '{"n":"a"}' } },
          { id: 'b', type: 'function', function: { name: 'noop', arguments: '{"n":"b"}' } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'a',
        content: expect.stringContaining('"error_type":"interrupted"') as string,
      },
      { role: 'tool', tool_call_id: 'b', content: '{"status":"success","result":"b"}' },
    ]);
  });

  it('leaves `tools` out where there are none, and nests their schemas as JSON', () => {
    expect(
      JSON.parse(toRequest({ system: '', messages: [], tools: [], media: new Map() }, target).body ?? ''),
    ).not.toHaveProperty('tools');
    const body = JSON.parse(
      toRequest({ system: '', messages: [], tools: definitions, media: new Map() }, target).body ?? '',
    ) as { tools: { function: { name: string; parameters: unknown } }[] };
    const http = body.tools.find((tool) => tool.function.name === 'http_request');
    expect(http?.function.parameters).toMatchObject({
      properties: { headers: { type: 'object', additionalProperties: { type: 'string' } } },
      required: ['url'],
    });
  });
});

describe('the Chat Completions decoder', () => {
  it('reads text, reasoning in both spellings, usage and the end', () => {
    expect(
      decode(
        delta({ role: 'assistant', content: '' }),
        delta({ reasoning_content: 'a' }),
        delta({ reasoning: 'b' }),
        delta({ content: 'Hi' }),
        delta({}, 'stop'),
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } },
        '[DONE]',
      ),
    ).toEqual([
      { type: 'reasoning-delta', text: 'a' },
      { type: 'reasoning-delta', text: 'b' },
      { type: 'text-delta', text: 'Hi' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } },
      { type: 'stop', reason: 'end' },
    ]);
  });

  it('reads the arguments of a call a few times at most, however many calls there are', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const readsOf = (count: number) => {
      parse.mockClear();
      const fragments = Array.from({ length: count }, (_, index) =>
        delta({ tool_calls: [{ index, id: `c${index}`, function: { name: 'noop', arguments: '{"a":1}' } }] }),
      );
      // Pieces of one call arrive between the others, and the call never ends.
      const first = delta({ tool_calls: [{ index: 0, function: { arguments: ' ' } }] });
      const calls = decode(...fragments.flatMap((each) => [each, first]), delta({}, 'tool_calls'));
      expect(calls).toHaveLength(count + 1);
      return parse.mock.calls.length;
    };
    expect(readsOf(5_000)).toBeLessThan(11 * readsOf(500));
    expect(readsOf(5_000)).toBeLessThan(5 * 5_000);
    parse.mockRestore();
  });

  it('gives calls that end together away in the order in which they began', () => {
    const fragment = (index: number, values: object) => delta({ tool_calls: [{ index, ...values }] });
    const names = decode(
      fragment(0, { id: 'a', function: { name: 'one', arguments: '' } }),
      fragment(1, { id: 'b', function: { name: 'two', arguments: '' } }),
      fragment(1, { function: { arguments: '{}' } }),
      fragment(0, { function: { arguments: '{}' } }),
      fragment(2, { id: 'c', function: { name: 'three', arguments: '{}' } }),
      delta({}, 'tool_calls'),
    ).flatMap((event) => (event.type === 'call' ? [event.name] : []));
    expect(names).toEqual(['one', 'two', 'three']);
  });

  it('joins fragments of interleaved calls by index', () => {
    const fragment = (index: number, values: object) => delta({ tool_calls: [{ index, ...values }] });
    expect(
      decode(
        fragment(0, { id: 'a', type: 'function', function: { name: 'one', arguments: '' } }),
        fragment(1, { id: 'b', type: 'function', function: { name: 'two', arguments: '{"x"' } }),
        fragment(0, { function: { arguments: '{"y":2}' } }),
        fragment(1, { function: { arguments: ':1}' } }),
        delta({}, 'tool_calls'),
      ),
    ).toEqual([
      { type: 'call', id: 'a', name: 'one', arguments: { y: 2 } },
      { type: 'call', id: 'b', name: 'two', arguments: { x: 1 } },
      { type: 'stop', reason: 'tool_calls' },
    ]);
  });

  it.each<[string, object[], Partial<ModelEvent>]>([
    [
      'no index',
      [
        delta({ tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] }),
        delta({}, 'tool_calls'),
      ],
      { id: 'a', arguments: {} },
    ],
    [
      'no id',
      [
        delta({ tool_calls: [{ index: 0, function: { name: 'f', arguments: '{"a":1}' } }] }),
        delta({}, 'tool_calls'),
      ],
      { id: '', arguments: { a: 1 } },
    ],
    [
      'empty arguments',
      [
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] }),
        delta({}, 'tool_calls'),
      ],
      { arguments: {} },
    ],
    [
      'arguments as an object',
      [
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: { a: 1 } } }] }),
        delta({}, 'tool_calls'),
      ],
      { arguments: { a: 1 } },
    ],
    [
      'broken arguments',
      [
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"a":' } }] }),
        delta({}, 'tool_calls'),
      ],
      { arguments: '{"a":' },
    ],
    [
      'finish_reason stop with calls',
      [
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }),
        delta({}, 'stop'),
      ],
      { id: 'a' },
    ],
  ])('reads a call with %s', (_, chunks, expected) => {
    const events = decode(...chunks);
    expect(events[0]).toMatchObject({ type: 'call', name: 'f', ...expected });
    expect(events[1]).toEqual({ type: 'stop', reason: 'tool_calls' });
  });

  it('reports a stream that ends without a finish as broken, and its half calls not at all', () => {
    expect(decode(delta({ content: 'Hal' }))).toEqual([
      { type: 'text-delta', text: 'Hal' },
      { type: 'error', error: { type: 'broken_stream' } },
    ]);
    expect(
      decode(delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }] })),
    ).toEqual([{ type: 'error', error: { type: 'broken_stream' } }]);
  });

  it('reads an error in the middle of a stream', () => {
    expect(
      decode(delta({ content: 'a' }), { error: { message: 'The server is overloaded', code: 503 } }).at(-1),
    ).toMatchObject({
      type: 'error',
      error: { type: 'overloaded', detail: 'The server is overloaded' },
    });
  });

  it('calls what is no JSON malformed', () => {
    expect(decode('<html>')).toEqual([{ type: 'error', error: { type: 'malformed', detail: '<html>' } }]);
  });

  it.each([
    ['length', 'max_tokens'],
    ['content_filter', 'content_filter'],
  ])('reads finish_reason %s as %s', (finish, reason) => {
    expect(decode(delta({ content: 'a' }), delta({}, finish)).at(-1)).toEqual({ type: 'stop', reason });
  });
});
