/** Complete requests in both OpenAI formats, validated strictly against the types that OpenAI publishes. */
// ajv also validates the arguments of tools; here it validates the app's requests.
import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import { fileURLToPath } from 'node:url';
// ts-json-schema-generator turns the published types of OpenAI's SDK into JSON Schemas.
import { createGenerator } from 'ts-json-schema-generator';
import { beforeAll, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { presets } from '#shared/models/presets.ts';
import { cloudTraits } from '#shared/models/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { toRequest as toChat } from '#workers/providers/openai-chat/openai-chat.ts';
import { toRequest as toResponses } from '#workers/providers/openai-responses/openai-responses.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const types = fileURLToPath(new URL('../../node_modules/openai/resources/', import.meta.url));

function checkerOf(file: string, type: string): ValidateFunction {
  const schema = createGenerator({
    path: `${types}${file}`,
    type,
    skipTypeCheck: true,
    additionalProperties: false,
  }).createSchema(type);
  return new Ajv({ strict: false }).compile(schema as SchemaObject);
}

const blob = asId<'blob'>('s/1');
const picture: Part = { type: 'image', media_type: 'image/png', blob, bytes: 3, name: 'a.png' };
const call = (id: string): Part & { type: 'call' } => ({
  type: 'call',
  id: asId<'call'>(id),
  name: 'read_file',
  arguments: { path: 'a' },
  status: 'success',
  echo: { wire: 'openai-responses', host: 'service', data: { id: `fc_${id}` } },
});
const result = (id: string, content: string | (Part & { type: 'image' | 'file' })[]): Part => ({
  type: 'result',
  call: asId<'call'>(id),
  result: { status: 'success', result: content },
  duration_ms: 1,
});
const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
const steps: Part[][] = [
  [
    { type: 'reasoning', text: 'hm', echo: { wire: 'openai-responses', host: 'service', data: thought } },
    {
      type: 'text',
      text: 'I look.',
      echo: { wire: 'openai-responses', host: 'service', data: { id: 'msg_1', phase: 'commentary' } },
    },
    call('a'),
    call('b'),
    result('a', 'text'),
    result('b', [picture]),
  ],
  [call('open')],
  [{ type: 'error', error: { type: 'server_error' } }],
  [
    {
      type: 'reasoning',
      text: 'foreign',
      echo: { wire: 'anthropic', host: 'service', data: { signature: 's' } },
    },
  ],
  [{ type: 'text', text: 'plain' }],
];
const assistant = (parts: Part[]): Message => ({ ...userMessage(''), role: 'assistant', parts });
const messages: Message[] = [
  userMessage('go'),
  { ...userMessage(''), parts: [{ type: 'text', text: 'see' }, picture, { ...picture, type: 'file' }] },
  ...steps.map(assistant),
  userMessage('again'),
];
const request = { system: 'be', messages, tools: definitions, media: new Map([[blob, 'AAAA']]) };
const traits = { ...cloudTraits, images: true, reasoning: true };
const targetOf = (baseUrl: string) => ({ baseUrl, apiKey: 'k', model: 'm', traits, replyLimit: 100 });

describe('the published schema', () => {
  let responses: ValidateFunction;
  let chat: ValidateFunction;
  beforeAll(() => {
    responses = checkerOf('responses/responses.d.ts', 'ResponseCreateParamsStreaming');
    chat = checkerOf('chat/completions/completions.d.ts', 'ChatCompletionCreateParamsStreaming');
    // Each schema needs a whole TypeScript program, which takes long.
  }, 120_000);

  function faultsOf(check: ValidateFunction, body: unknown): string[] {
    if (check(body)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  it('accepts a whole conversation in the Responses format', () => {
    const body: unknown = JSON.parse(toResponses(request, targetOf('https://api.openai.com/v1')).body ?? '');
    expect(faultsOf(responses, body)).toEqual([]);
  });

  it.each(presets.map(({ label, baseUrl }) => [label, baseUrl]))(
    'accepts a whole conversation in Chat Completions for %s',
    (label, baseUrl) => {
      const body = JSON.parse(toChat(request, targetOf(baseUrl)).body ?? '') as { messages: object[] };
      const faults = faultsOf(chat, { ...body, messages: body.messages.map(withoutThought) });
      expect(faults).toEqual([]);
      expect(JSON.stringify(body).includes('reasoning_content')).toBe(label === 'DeepSeek');
    },
  );

  it('rejects a call without its id, and an unknown field', () => {
    const input = [{ type: 'function_call', name: 'x', arguments: '{}' }];
    expect(faultsOf(responses, { model: 'm', stream: true, input })).not.toEqual([]);
    expect(faultsOf(responses, { model: 'm', stream: true, input: 'hi', sampling: 1 })).not.toEqual([]);
    const stray = [{ role: 'tool', content: 'x' }];
    expect(faultsOf(chat, { model: 'm', stream: true, messages: stray })).not.toEqual([]);
  });
});

/** Removes a field of DeepSeek that OpenAI's types do not have. */
function withoutThought({ reasoning_content: _, ...message }: { reasoning_content?: unknown }): object {
  return message;
}
