import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits, type ModelTraits } from '#shared/models/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { geminiHeaders, toRequest } from '#workers/providers/gemini/gemini.ts';
import { createGeminiDecoder } from '#workers/providers/gemini/gemini-decoder.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { GeminiBody, GeminiPart } from '#tests/fixtures/model-servers/gemini-check.ts';
import { foldModelEvents, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

function build(
  messages: Message[],
  { traits, ...changes }: { baseUrl?: string; model?: string; traits?: Partial<ModelTraits> } = {},
) {
  const target = {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    apiKey: 'key-of-gemini',
    model: 'gemini-3-pro',
    ...changes,
    traits: { ...unknownTraits, ...traits },
  };
  const request = toRequest({ system: 'be brief', messages, tools: definitions, media: new Map() }, target);
  return { ...request, body: JSON.parse(request.body ?? '') as GeminiBody };
}

function assistant(...parts: Part[]): Message {
  return { ...userMessage(''), role: 'assistant', parts };
}

function decode(...chunks: object[]): ModelEvent[] {
  const decoder = createGeminiDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(JSON.stringify(chunk))), ...decoder.end()];
}

const chunk = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { parts, role: 'model' }, ...(finishReason ? { finishReason } : {}) }],
});
const end = chunk([], 'STOP');

/** The parts that the next request sends back for these chunks of a reply. */
function returned(...chunks: object[]): GeminiPart[] {
  const { parts } = foldModelEvents(decode(...chunks, end), 'gemini');
  return build([userMessage('hi'), assistant(...parts)]).body.contents?.[1]?.parts ?? [];
}

describe('a Gemini request', () => {
  it('goes to the documented path, with the key in a header and nowhere else', () => {
    const { url, headers, body } = build([userMessage('hi')]);
    expect(url).toBe(
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
    );
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-goog-api-key': 'key-of-gemini' });
    expect(Object.keys(headers).sort()).toEqual([...geminiHeaders]);
    expect(JSON.stringify([url, body])).not.toContain('key-of-gemini');
  });

  it('takes an address without a version, and a model with its folder', () => {
    const { url } = build([userMessage('hi')], { baseUrl: 'https://g.example', model: 'tunedModels/a b' });
    expect(url).toBe('https://g.example/v1beta/tunedModels/a%20b:streamGenerateContent?alt=sse');
  });

  it('asks for thoughts where the model has them, and for the longest reply', () => {
    const body = build([userMessage('hi')], { traits: { reasoning: true, outputTokens: 9000 } }).body;
    expect(body.generationConfig).toEqual({
      maxOutputTokens: 9000,
      thinkingConfig: { includeThoughts: true },
    });
    expect(build([userMessage('hi')]).body.generationConfig).toEqual({ maxOutputTokens: 8192 });
    expect(body.systemInstruction).toEqual({ parts: [{ text: 'be brief' }] });
  });

  it('pairs by the ids of the service, in the order of the calls, and leaves ours out', () => {
    const call = (id: string, data?: JsonObject): Part => ({
      type: 'call',
      id: asId<'call'>(id),
      name: 'noop',
      arguments: {},
      status: 'success',
      ...(data ? { echo: { wire: 'gemini', host: 'service', data } } : {}),
    });
    const result = (id: string): Part => ({
      type: 'result',
      call: asId<'call'>(id),
      result: { status: 'success', result: id },
      duration_ms: 1,
    });
    const message = assistant(
      call('ours', { thoughtSignature: 'c2ln' }),
      call('again', { id: 'same' }),
      result('again'),
      call('made', { id: 'same' }),
      result('made'),
      result('ours'),
    );
    const { contents = [] } = build([userMessage('go'), message]).body;
    expect(
      contents[1]?.parts.map(({ functionCall, thoughtSignature }) => [functionCall?.id, thoughtSignature]),
    ).toEqual([
      [undefined, 'c2ln'],
      ['same', undefined],
      ['same', undefined],
    ]);
    expect(
      contents[2]?.parts.map(({ functionResponse }) => [functionResponse?.id, functionResponse?.response]),
    ).toEqual([
      [undefined, { status: 'success', result: 'ours' }],
      ['same', { status: 'success', result: 'again' }],
      ['same', { status: 'success', result: 'made' }],
    ]);
  });
});

describe('a Gemini signature', () => {
  it('goes back with just the text it came with', () => {
    expect(returned(chunk([{ text: 'abc' }]), chunk([{ text: '', thoughtSignature: 'c2ln' }]))).toEqual([
      { text: 'abc' },
      { text: '', thoughtSignature: 'c2ln' },
    ]);
    expect(
      returned(
        chunk([{ text: 'abc' }]),
        chunk([{ text: 'def', thoughtSignature: 'c2ln' }]),
        chunk([{ text: 'ghi' }]),
      ),
    ).toEqual([{ text: 'abc' }, { text: 'def', thoughtSignature: 'c2ln' }, { text: 'ghi' }]);
    expect(returned(chunk([{ text: 'hm', thought: true, thoughtSignature: 'c2ln' }, { text: 'x' }]))).toEqual(
      [{ text: 'hm', thought: true, thoughtSignature: 'c2ln' }, { text: 'x' }],
    );
    expect(returned(chunk([{ text: 'hm', thought: true }, { text: 'x' }]))).toEqual([{ text: 'x' }]);
  });

  it('goes back with the call it came with, and an id of the service, too', () => {
    const functionCall = { id: 'fc', name: 'noop', args: { a: 1 } };
    expect(
      returned(
        chunk([{ functionCall, thoughtSignature: 'c2ln' }]),
        chunk([{ functionCall: { name: 'noop' } }]),
      ),
    ).toEqual([{ functionCall, thoughtSignature: 'c2ln' }, { functionCall: { name: 'noop', args: {} } }]);
  });
});

describe('a Gemini stream', () => {
  it.each([
    ['STOP', { type: 'stop', reason: 'end' }],
    ['MAX_TOKENS', { type: 'stop', reason: 'max_tokens' }],
    ['SAFETY', { type: 'stop', reason: 'content_filter', detail: 'SAFETY' }],
    ['PROHIBITED_CONTENT', { type: 'stop', reason: 'content_filter', detail: 'PROHIBITED_CONTENT' }],
    ['RECITATION', { type: 'stop', reason: 'content_filter', detail: 'RECITATION' }],
    ['SOMETHING_NEW', { type: 'stop', reason: 'end' }],
    [
      'MALFORMED_FUNCTION_CALL',
      { type: 'error', error: { type: 'server_error', detail: 'MALFORMED_FUNCTION_CALL' } },
    ],
  ])('that ends with %s ends so', (reason, event) => {
    expect(decode(chunk([], reason)).at(-1)).toEqual(event);
  });

  it('ends with the filter where the prompt itself was blocked', () => {
    expect(decode({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })).toEqual([
      { type: 'stop', reason: 'content_filter', detail: 'PROHIBITED_CONTENT' },
    ]);
  });

  it('says tool_calls for a STOP with calls, counts the thoughts, and breaks without a reason', () => {
    const usageMetadata = {
      promptTokenCount: 9,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 5,
    };
    expect(decode(chunk([{ functionCall: { name: 'noop' } }]), { ...end, usageMetadata })).toEqual([
      { type: 'call', id: '', name: 'noop', arguments: {} },
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 8, cacheReadTokens: 4, reasoningTokens: 5 } },
      { type: 'stop', reason: 'tool_calls' },
    ]);
    expect(decode(chunk([{ text: 'a' }])).at(-1)).toEqual({
      type: 'error',
      error: { type: 'broken_stream' },
    });
  });

  it('reads an error in the middle, with the wait that its body asks for', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }];
    const error = { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'quota and billing', details };
    expect(decode({ error })).toEqual([
      { type: 'error', error: { type: 'rate_limit', detail: 'quota and billing', retryAfter: 34.4 } },
    ]);
  });

  it('puts a call together from pieces, with values at every kind of path', () => {
    const piece = (functionCall: object) => chunk([{ functionCall }]);
    const events = decode(
      piece({ name: 'noop', willContinue: true }),
      piece({
        partialArgs: [{ jsonPath: '$.a', stringValue: 'on', willContinue: true }],
        willContinue: true,
      }),
      piece({
        partialArgs: [
          { jsonPath: '$.a', stringValue: 'e' },
          { jsonPath: '$.list[1].deep', numberValue: 2 },
        ],
        willContinue: true,
      }),
      piece({
        partialArgs: [
          { jsonPath: "$.list[0]['x y']", boolValue: true },
          { jsonPath: '$.n', nullValue: 'NULL_VALUE' },
        ],
        willContinue: true,
      }),
      piece({}),
      end,
    );
    expect(events[0]).toEqual({
      type: 'call',
      id: '',
      name: 'noop',
      arguments: { a: 'one', list: [{ 'x y': true }, { deep: 2 }], n: null },
    });
  });

  it('lets no whole arguments of a piece change what they inherit', () => {
    const args = JSON.parse('{"__proto__": {"path": "x"}, "constructor": 1, "a": 2}') as JsonObject;
    const [call] = decode(chunk([{ functionCall: { name: 'noop', args, willContinue: true } }]), end);
    expect(call).toMatchObject({ type: 'call', arguments: { a: 2 } });
    const values = call?.type === 'call' && typeof call.arguments === 'object' ? call.arguments : {};
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect('path' in values).toBe(false);
    expect(Object.keys(values)).toEqual(['a']);
  });

  it('survives any path of a piece, and never touches the prototype of objects', () => {
    const path = fc.array(
      fc.oneof(
        fc.constantFrom('.__proto__', '.constructor', '[0]', '[99999999]', '.a', '["b"]'),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const partialArgs = paths.map((steps) => ({
          jsonPath: `$${steps.join('')}`,
          stringValue: 'polluted',
        }));
        const events = decode(chunk([{ functionCall: { name: 'noop', partialArgs } }]), end);
        expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_calls' });
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
});
