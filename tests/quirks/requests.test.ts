/** What each of the four wires sends and never sends, where services refused the requests of other products. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import * as anthropic from '#workers/providers/anthropic/anthropic.ts';
import * as gemini from '#workers/providers/gemini/gemini.ts';
import * as chat from '#workers/providers/openai-chat/openai-chat.ts';
import * as responses from '#workers/providers/openai-responses/openai-responses.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const target = { baseUrl: 'https://a.example/v1', apiKey: '', model: 'm', traits: unknownTraits };
const wires = { chat, anthropic, responses, gemini };
type Wire = keyof typeof wires;
const names = Object.keys(wires) as Wire[];

function bodyOf(wire: Wire, messages: Message[], more: Partial<ModelRequest> = {}): string {
  const request: ModelRequest = { system: 's', messages, tools: [], media: new Map(), ...more };
  return wires[wire].toRequest(request, target).body ?? '';
}

function said(...parts: Part[]): Message {
  return { ...userMessage(''), id: asId<'message'>('a'), role: 'assistant', parts };
}

const id = asId<'call'>('c1');
const call = (values: object = {}, more: object = {}) =>
  ({ type: 'call', id, name: 'look', arguments: values, status: 'success', ...more }) as Part;
const result = (text: string): Part => ({
  ...{ type: 'result', call: id, duration_ms: 1 },
  result: { status: 'success', result: text },
});

describe.each(names)('a request on the wire %s', (wire) => {
  it('has no half of a surrogate pair, which strict servers refuse (elizaOS/eliza#18079)', () => {
    const cut = '👍 cut 👍'.slice(0, -1);
    const history = [userMessage(cut), said({ type: 'text', text: cut }, call({ text: cut }), result(cut))];
    const body = bodyOf(wire, [...history, userMessage(cut)], { system: cut });
    expect(body).toContain('👍 cut \\ufffd');
    expect(body).not.toMatch(/\\ud[89a-f]/);
    expect(bodyOf(wire, [userMessage(String.raw`as typed: \ud83d`)])).toContain(
      String.raw`as typed: \\ud83d`,
    );
  });

  it('has no empty or blank text (experientiallabs/experiential#799, hermes-agent#67978)', () => {
    const history = [
      userMessage('a'),
      said({ type: 'text', text: ' \n' }, call(), result('')),
      userMessage('b'),
    ];
    const body = bodyOf(wire, [...history, said({ type: 'text', text: '' }), userMessage('c')]);
    expect(body).not.toMatch(/"text":\s*"(\s|\\n)*"/);
  });

  it('answers each call, also one whose tab died (router-for-me/CLIProxyAPI#2451)', () => {
    const body = bodyOf(wire, [userMessage('a'), said(call()), userMessage('b')]);
    expect(body).toContain('interrupted');
  });

  it('has only the known fields of a tool (DotHarness/dotcraft#282)', () => {
    const tool = { name: 'look', description: 'd', parameters: { type: 'object', properties: {} } };
    const body = bodyOf(wire, [userMessage('a')], { tools: [tool as unknown as ToolDefinition] });
    expect(body).not.toMatch(/eager_input_streaming|"strict":true|defer_loading/);
  });
});

it.each(names)('palmier-io/palmier-pro#27: a picture has the type of its bytes on the wire %s', (wire) => {
  const blob = asId<'blob'>('b');
  const named: Part = { type: 'image', media_type: 'image/png', blob, bytes: 16, name: 'a.png' };
  const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1').toString('base64');
  const request = {
    ...{ system: 's', messages: [{ ...userMessage('a'), parts: [named] }], tools: [] },
    media: new Map([[blob, webp]]),
  };
  const body = wires[wire].toRequest(request, { ...target, traits: { ...unknownTraits, images: true } }).body;
  expect(body).toContain('image/webp');
  expect(body).not.toContain('image/png');
});

describe('what one wire needs', () => {
  it('the id of Kimi, byte for byte, with its call and its result (exo-explore/exo#2281)', () => {
    const given = asId<'call'>('functions.get_weather:0');
    const called = said({ ...call(), id: given } as Part, { ...result('b'), call: given } as Part);
    expect(JSON.parse(bodyOf('chat', [userMessage('a'), called]))).toMatchObject({
      messages: [{}, {}, { tool_calls: [{ id: given }] }, { role: 'tool', tool_call_id: given }],
    });
  });

  it('no reference in a result that Gemini would look up (NousResearch/hermes-agent#100441)', () => {
    const text = JSON.stringify({ parameters: { $ref: '#/$defs/Input' } });
    const { contents } = JSON.parse(bodyOf('gemini', [userMessage('a'), said(call(), result(text))])) as {
      contents: { parts: { functionResponse?: { response: object } }[] }[];
    };
    const responses = contents.flatMap(({ parts }) => parts.flatMap((each) => each.functionResponse ?? []));
    expect(responses).toMatchObject([{ response: { status: 'success', result: text } }]);
  });

  it('the signature of Gemini behind a Chat server goes back (mattermost-plugin-agents#1020)', () => {
    const extra_content = { google: { thought_signature: 'signed' } };
    const echo = { wire: 'openai-chat', host: 'a.example', data: { extra_content } };
    const body = bodyOf('chat', [userMessage('a'), said(call({}, { echo }), result('b'))]);
    expect(JSON.parse(body)).toMatchObject({
      messages: [{}, {}, { tool_calls: [{ extra_content }] }, { role: 'tool' }],
    });
  });

  it('the picture of a result follows as a message of the user on the Chat wire (vllm-project/vllm#43203)', () => {
    const blob = asId<'blob'>('b');
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const shown: Part = {
      ...{ type: 'result', call: id, duration_ms: 1 },
      result: { status: 'success', result: [{ type: 'image', media_type: 'image/png', blob, bytes: 70 }] },
    };
    const request = {
      ...{ system: 's', messages: [userMessage('a'), said(call(), shown)], tools: [] },
      media: new Map([[blob, png]]),
    };
    const seeing = { ...target, traits: { ...unknownTraits, images: true } };
    const { messages } = JSON.parse(chat.toRequest(request, seeing).body ?? '') as {
      messages: { role: string; content: unknown }[];
    };
    const tool = messages.find(({ role }) => role === 'tool');
    expect(tool?.content).toEqual(expect.any(String));
    const last = messages.findLast(({ content }) => JSON.stringify(content).includes(png));
    expect(last).toMatchObject({ role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] });
  });
});
