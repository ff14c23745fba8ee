import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { presets } from '#shared/models/presets.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import { toRequest } from '#workers/providers/openai-chat/openai-chat.ts';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

type RequestMessage = {
  role: string;
  content: unknown;
  tool_call_id?: string;
  tool_calls?: { id: string }[];
};
type Body = { messages: RequestMessage[]; [field: string]: unknown };

const blob = asId<'blob'>('s/1');
const picture: Part = { type: 'image', media_type: 'image/png', blob, bytes: 3 };

function said(...parts: Part[]): Message {
  return { ...userMessage(''), id: asId<'message'>('a'), order: 2, role: 'assistant', parts };
}

function called(result: Part & { type: 'result' }, ...before: Part[]): Message {
  const call: Part = { type: 'call', id: result.call, name: 'look', arguments: {}, status: 'success' };
  return said(...before, call, result);
}

const result = (content: string | [Part & { type: 'image' | 'file' }]): Part & { type: 'result' } => ({
  type: 'result',
  call: asId<'call'>('call_0123456789abcdef'),
  result: { status: 'success', result: content },
  duration_ms: 1,
});

function bodyFor(
  baseUrl: string,
  messages: Message[],
  {
    media = new Map(),
    replyLimit,
    model = 'm',
  }: { media?: ModelRequest['media']; replyLimit?: number; model?: string } = {},
): Body {
  const traits = { ...unknownTraits, images: true };
  const target = { baseUrl, apiKey: '', model, traits, ...(replyLimit ? { replyLimit } : {}) };
  return JSON.parse(toRequest({ system: 's', messages, tools: [], media }, target).body ?? '') as Body;
}

const addressOf = (id: string) => presets.find((preset) => preset.id === id)?.baseUrl ?? '';
const rolesOf = ({ messages }: Body) => messages.map(({ role }) => role);

describe('pictures on Chat Completions', () => {
  const media = new Map([[blob, 'iVBORw0KGgo=']]);
  const url = 'data:image/png;base64,iVBORw0KGgo=';

  it('stand in a user message, and follow the results that returned them', () => {
    const user = { ...userMessage(''), parts: [{ type: 'text', text: 'see' }, picture] satisfies Part[] };
    const body = bodyFor('https://a.example/v1', [user, called(result([picture]))], { media });
    expect(rolesOf(body)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    expect(body.messages[1]?.content).toEqual([
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url } },
    ]);
    expect(body.messages[3]?.content).toContain('[image, image/png, 3 bytes]');
    expect(body.messages[5]?.content).toMatchObject([
      { text: 'The images that look returned:' },
      { image_url: { url } },
    ]);
  });

  it('are words where their bytes are not at hand', () => {
    const body = bodyFor('https://a.example/v1', [userMessage('go'), called(result([picture]))]);
    expect(rolesOf(body)).toEqual(['system', 'user', 'assistant', 'tool']);
  });
});

describe('the quirks of a server', () => {
  it('DeepSeek gets every thought back, and the field where there was none', () => {
    const history = [
      userMessage('go'),
      called(result('a'), { type: 'reasoning', text: 'hm' }),
      called(result('b')),
      said({ type: 'reasoning', text: 'no' }, { type: 'text', text: 'done' }),
    ];
    const { messages } = bodyFor(addressOf('deepseek'), history);
    expect(messages.filter(({ role }) => role === 'assistant')).toMatchObject([
      { reasoning_content: 'hm' },
      { reasoning_content: '' },
      { content: 'done', reasoning_content: 'no' },
    ]);
    expect(JSON.stringify(bodyFor('https://a.example/v1', history))).not.toContain('hm');
  });

  it('Mistral gets ids of nine characters, no unknown field, and an answer before the user speaks again', () => {
    const body = bodyFor(addressOf('mistral'), [userMessage('go'), called(result('a')), userMessage('and?')]);
    expect(rolesOf(body)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    const [call] = body.messages[2]?.tool_calls ?? [];
    expect(call?.id).toMatch(/^[a-z\d]{9}$/);
    expect(body.messages[3]?.tool_call_id).toBe(call?.id);
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream']);
  });

  it('OpenRouter gets marks for a cache at the end of what is said, for the models that need them', () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const asked = (messages: Message[], model = 'anthropic/claude') =>
      bodyFor(addressOf('openrouter'), messages, { model }).messages;
    const loop = [userMessage('go'), called(result('a')), called(result('b'))];
    const sent = asked(loop);
    expect(sent[0]?.content).toEqual([{ type: 'text', text: 's', ...mark }]);
    expect(sent.at(-1)).toMatchObject({ role: 'tool', ...mark });
    expect(sent.filter((each) => JSON.stringify(each).includes('cache_control'))).toHaveLength(2);
    // The mark moves to newer messages, and is removed from older ones.
    expect(
      asked([...loop, userMessage('and?')]).map((each) => JSON.stringify(each).includes('cache_control')),
    ).toEqual([true, false, false, false, false, false, false, true]);
    expect(asked([userMessage('go')]).at(-1)?.content).toEqual([{ type: 'text', text: 'go', ...mark }]);
    expect(JSON.stringify(asked(loop, 'openai/gpt'))).not.toContain('cache_control');
    expect(
      JSON.stringify(bodyFor('https://a.example/v1', loop, { model: 'anthropic/claude' })),
    ).not.toContain('cache_control');
  });

  it.each([
    ['openai', 'max_completion_tokens'],
    ['mistral', 'max_tokens'],
  ])('%s takes the longest reply as %s, and none unless the user set one', (id, field) => {
    expect(bodyFor(addressOf(id), [], { replyLimit: 500 })).toHaveProperty(field, 500);
    expect(bodyFor(addressOf(id), [])).not.toHaveProperty(field);
  });
});

describe('calls in a stream', () => {
  const delta = (content: object, finish_reason: string | null = null) =>
    JSON.stringify({ choices: [{ index: 0, delta: content, finish_reason }] });
  const fragment = (index: number, id: string, name: string, text: string) =>
    delta({ tool_calls: [{ index, ...(id ? { id } : {}), function: { name, arguments: text } }] });

  it('are given away when the next one begins, the last one when there is no more', () => {
    const decoder = createChatDecoder();
    expect(decoder.push(fragment(0, 'a', 'one', '{"x":1}'))).toEqual([]);
    expect(decoder.push(fragment(1, 'b', 'two', ''))).toEqual([
      { type: 'call', id: 'a', name: 'one', arguments: { x: 1 } },
    ]);
    // Without arguments yet, it may still get some.
    expect(decoder.push(delta({}, 'tool_calls'))).toEqual([]);
    expect(decoder.end()).toEqual([
      { type: 'call', id: 'b', name: 'two', arguments: {} },
      { type: 'stop', reason: 'tool_calls' },
    ]);
  });

  it('are told apart where a server gives all of them the same index', () => {
    const decoder = createChatDecoder();
    const events = [
      ...decoder.push(fragment(0, 'a', 'one', '{"x":1}')),
      ...decoder.push(fragment(0, 'b', 'one', '{"x":2}')),
      ...decoder.push(delta({}, 'tool_calls')),
    ];
    expect(events).toMatchObject([
      { id: 'a', arguments: { x: 1 } },
      { id: 'b', arguments: { x: 2 } },
    ]);
  });
});

describe('usage', () => {
  const usageOf = (usage: object) => createChatDecoder().push(JSON.stringify({ choices: [], usage }));

  it('counts cached tokens and thoughts, also where thoughts stand beside the answer', () => {
    const inside = {
      prompt_tokens: 10,
      completion_tokens: 20,
      total_tokens: 30,
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 3 },
      completion_tokens_details: { reasoning_tokens: 15 },
    };
    const wanted = {
      ...{ inputTokens: 10, outputTokens: 20 },
      ...{ cacheReadTokens: 4, cacheWriteTokens: 3, reasoningTokens: 15 },
    };
    expect(usageOf(inside)).toEqual([{ type: 'usage', usage: wanted }]);
    expect(usageOf({ ...inside, completion_tokens: 5 })).toEqual([{ type: 'usage', usage: wanted }]);
  });
});

describe('a list of parts, as Mistral streams thoughts', () => {
  it('is read as thought and text', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'Hi' },
    ];
    const data = JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] });
    expect(createChatDecoder().push(data)).toEqual([
      { type: 'reasoning-delta', text: 'hm' },
      { type: 'text-delta', text: 'Hi' },
    ]);
  });
});
