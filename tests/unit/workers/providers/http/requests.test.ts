/** Whatever a history contains, strict services accept the request that is built from it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Echo, Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { toRequest as toAnthropic } from '#workers/providers/anthropic/anthropic.ts';
import { toRequest as toGemini } from '#workers/providers/gemini/gemini.ts';
import {
  anthropicFault,
  signaturePrefix,
  type AnthropicBody,
} from '#tests/fixtures/model-servers/anthropic-check.ts';
import { geminiFault, type GeminiBody } from '#tests/fixtures/model-servers/gemini-check.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const blob = asId<'blob'>('b');
const text = fc.oneof(fc.constant(''), fc.constant(' \n'), fc.string({ unit: 'grapheme', maxLength: 20 }));
const echo = fc.option(
  fc.oneof(
    fc.constant<Echo>({ wire: 'anthropic', host: 'service', data: { signature: `${signaturePrefix}1` } }),
    fc.constant<Echo>({ wire: 'anthropic', host: 'service', data: { redacted: 'hidden' } }),
    fc
      .record({ at: fc.integer({ min: 0, max: 30 }) })
      .map(({ at }): Echo => ({ wire: 'gemini', host: 'service', data: { thoughtSignature: 'c2ln', at } })),
    fc.constant<Echo>({ wire: 'gemini', host: 'service', data: { thoughtSignature: 'c2ln', id: 'fc_1' } }),
    fc.constant<Echo>({ wire: 'openai-responses', host: 'service', data: { encrypted_content: 'x' } }),
  ),
  { nil: undefined },
);
const media = fc.record({
  type: fc.constantFrom('image' as const, 'file' as const),
  media_type: fc.constantFrom('image/png', 'image/svg+xml', 'application/pdf'),
  blob: fc.constantFrom(blob, asId<'blob'>('missing')),
  bytes: fc.nat(),
});
const said = fc
  .record({ type: fc.constantFrom('text' as const, 'reasoning' as const), text, echo })
  .map(({ echo: given, ...part }): Part => ({ ...part, ...(given ? { echo: given } : {}) }));
const result = fc.oneof(
  fc.record({
    status: fc.constant('success' as const),
    result: fc.oneof(text, fc.array(media, { maxLength: 3 })),
  }),
  fc.record({
    status: fc.constant('error' as const),
    error_type: fc.constant('timeout' as const),
    message: text,
  }),
);
/** A call, possibly with a result, which may be anywhere after the call. */
const called = fc.record({
  id: fc.string({ minLength: 1 }),
  name: text,
  arguments: fc.dictionary(fc.string(), fc.jsonValue()),
  echo,
  result: fc.option(result),
});

const assistant = fc.record({
  parts: fc.array(fc.oneof(said, media), { maxLength: 4 }),
  calls: fc.array(called, { maxLength: 3 }),
});
const user = fc.array(
  fc.oneof(
    text.map((words): Part => ({ type: 'text', text: words })),
    media,
  ),
  { maxLength: 3 },
);
const history = fc.array(fc.oneof(assistant, user), { maxLength: 8 }).map((turns): Message[] =>
  turns.map((turn, index) =>
    Array.isArray(turn)
      ? { ...userMessage(''), parts: turn }
      : {
          ...userMessage(''),
          role: 'assistant',
          parts: [...turn.parts, ...turn.calls.flatMap((call, n) => callParts(call, `${index}-${n}`))],
        },
  ),
);

function callParts(
  {
    id,
    result: given,
    echo: back,
    arguments: values,
    name,
  }: typeof called extends fc.Arbitrary<infer T> ? T : never,
  place: string,
): Part[] {
  // Ids are unique, as in the loop.
  const unique = asId<'call'>(`${id}${place}`);
  const values2 = JSON.parse(JSON.stringify(values)) as Record<string, never>;
  return [
    {
      type: 'call',
      id: unique,
      name,
      arguments: values2,
      status: 'success',
      ...(back ? { echo: back } : {}),
    },
    ...(given ? [{ type: 'result' as const, call: unique, result: given, duration_ms: 1 }] : []),
  ];
}

const loaded = new Map([[blob, 'aGk=']]);
const traits = fc.record({
  images: fc.boolean(),
  reasoning: fc.boolean(),
  outputTokens: fc.integer({ min: 1, max: 64_000 }),
});

describe('a request made of any history', () => {
  it('is one that Anthropic takes', () => {
    const property = fc.property(
      history,
      traits,
      fc.constantFrom('claude-opus-4-5', 'claude-sonnet-5', 'kimi'),
      fc.boolean(),
      (messages, changes, model, withTools) => {
        const target = {
          baseUrl: 'https://a.example',
          apiKey: 'k',
          model,
          traits: { ...unknownTraits, ...changes },
        };
        const request = { system: '', messages, tools: withTools ? definitions : [], media: loaded };
        const body = JSON.parse(toAnthropic(request, target).body ?? '') as AnthropicBody;
        expect(anthropicFault(body)).toBeUndefined();
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('is one that Gemini takes', () => {
    const property = fc.property(
      history,
      traits,
      fc.constantFrom('gemini-2.5-pro', 'gemini-3-pro'),
      fc.boolean(),
      (messages, changes, model, withTools) => {
        const target = {
          baseUrl: 'https://g.example',
          apiKey: 'k',
          model,
          traits: { ...unknownTraits, ...changes },
        };
        const request = { system: 'be', messages, tools: withTools ? definitions : [], media: loaded };
        const body = JSON.parse(toGemini(request, target).body ?? '') as GeminiBody;
        expect(geminiFault(body, model.startsWith('gemini-3'))).toBeUndefined();
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});

it.each([
  ['Anthropic', toAnthropic],
  ['Gemini', toGemini],
])('%s turns a message into JSON once, however often it is sent', (_, toRequest) => {
  let times = 0;
  const values = Object.defineProperty({}, 'toJSON', { value: () => (times++, {}) });
  const call: Part = {
    type: 'call',
    id: asId<'call'>('c'),
    name: 'noop',
    arguments: values,
    status: 'success',
  };
  const messages = [userMessage('go'), { ...userMessage(''), role: 'assistant' as const, parts: [call] }];
  const target = { baseUrl: 'https://w.example', apiKey: 'k', model: 'm', traits: unknownTraits };
  for (const text of ['one', 'two', 'three']) {
    messages.push(userMessage(text));
    const { body } = toRequest({ system: 'be', messages: [...messages], tools: [], media: loaded }, target);
    expect(body).toContain(`"text":"${text}"`);
  }
  expect(times).toBe(1);
});
