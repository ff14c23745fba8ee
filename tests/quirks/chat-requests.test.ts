/** Requests that servers with strict chat templates accept, after a conversation that did not go well. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part, ReasoningPart } from '#shared/conversation/message.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import type { Provider, ProviderDeps } from '#workers/contracts/provider.ts';
import { anthropicProvider, toRequest as toMessagesRequest } from '#workers/providers/anthropic/anthropic.ts';
import { openaiChatProvider, toRequest } from '#workers/providers/openai-chat/openai-chat.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

type Sent = { role: string; content: unknown; [field: string]: unknown };

function said(...parts: Part[]): Message {
  return { ...userMessage(''), id: asId<'message'>('a'), role: 'assistant', parts };
}

const id = asId<'call'>('c1');
const called: Part[] = [
  { type: 'call', id, name: 'look', arguments: {}, status: 'success' },
  { type: 'result', call: id, result: { status: 'success', result: 'seen' }, duration_ms: 1 },
];

function thought(data: { reasoning_field?: string }): ReasoningPart {
  return { type: 'reasoning', text: 'hm', echo: { wire: 'openai-chat', host: 'a.example', data } };
}

const target = { baseUrl: 'https://a.example/v1', apiKey: '', model: 'm', traits: unknownTraits };

function sentFor(messages: Message[]): Sent[] {
  const { body = '' } = toRequest({ system: 's', messages, tools: [], media: new Map() }, target);
  return (JSON.parse(body) as { messages: Sent[] }).messages;
}

const rolesFor = (messages: Message[]) => sentFor(messages).map(({ role }) => role);

describe('roles alternate, as the templates of Gemma, Mistral and Devstral require', () => {
  it.each([
    ['after a stop before the first word (mistral-vibe#255)', [userMessage('a'), userMessage('b')]],
    ['after an answer without words (crush#279)', [userMessage('a'), said(), userMessage('b')]],
    ['after reasoning alone', [userMessage('a'), said({ type: 'reasoning', text: 'x' }), userMessage('b')]],
  ])('%s', (_, messages) => {
    expect(rolesFor(messages)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('after a stopped call (mistral-vibe#1006)', () => {
    expect(rolesFor([userMessage('a'), said(...called), userMessage('b')])).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('where the user steered a run with the results of a step (mistral-vibe#1006)', () => {
    const steering = userMessage('in metres');
    const [one, two] = ['in metres', 'and fast'].map((text) => ({
      ...steering,
      parts: [
        { type: 'text' as const, text },
        { type: 'note' as const, note: { type: 'steered' as const } },
      ],
    }));
    const sent = sentFor([userMessage('a'), said(...called), one!, two!, said({ type: 'text', text: 'x' })]);
    expect(sent.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'user', 'assistant'],
      'user',
    ]);
    // It did not stop: a model that reads so gives the task up.
    expect(JSON.stringify(sent)).not.toContain('I stopped there.');
  });

  it('with one system message, the first, whatever was told on the way (Noineri/vibe_tavern#44)', () => {
    const told: Message = {
      ...userMessage('b'),
      parts: [
        { type: 'text', text: 'b' },
        {
          type: 'note',
          note: { type: 'summarised', messages: 2, upTo: asId<'message'>('a'), text: 'Before: a.' },
        },
        { type: 'note', note: { type: 'steered' } },
      ],
    };
    const roles = rolesFor([userMessage('a'), said({ type: 'text', text: 'x' }), told]);
    expect(roles.filter((role) => role === 'system')).toEqual(['system']);
    expect(roles[0]).toBe('system');
  });

  it('where the beginning was left out', () => {
    expect(rolesFor([said({ type: 'text', text: 'x' }), userMessage('b')])).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  it('where the answer was paused', () => {
    expect(rolesFor([userMessage('a'), said({ type: 'text', text: 'x' })])).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });
});

describe('reasoning goes back in the field in which it came (continue#11711, opencode#16318)', () => {
  const answered = (...parts: Part[]) => sentFor([userMessage('a'), said(...parts)])[2];

  it.each(['reasoning_content', 'reasoning'])('%s, with the call that followed it', (field) => {
    expect(answered(thought({ reasoning_field: field }), ...called)).toMatchObject({ [field]: 'hm' });
  });

  it('as details joined by their type, whose index is always 0 (OpenRouterTeam/ai-sdk-provider#519)', () => {
    const details = [
      { type: 'reasoning.summary', summary: 'I ', index: 0 },
      { type: 'reasoning.summary', summary: 'look', index: 0 },
      { type: 'reasoning.encrypted', data: 'xx', id: 'r1', index: 0 },
      { type: 'reasoning.summary', summary: 'Then I answer', index: 0 },
      { type: 'reasoning.encrypted', data: 'yy', id: 'r2', index: 0 },
    ];
    const echo = { wire: 'openai-chat' as const, host: 'a.example', data: { reasoning_details: details } };
    expect(answered({ type: 'reasoning', text: 'hm', echo }, ...called)).toMatchObject({
      reasoning_details: [
        { type: 'reasoning.summary', summary: 'I look' },
        { data: 'xx' },
        { type: 'reasoning.summary', summary: 'Then I answer' },
        { data: 'yy' },
      ],
    });
  });

  it('not with an answer, nor where the server named no field', () => {
    expect(answered(thought({ reasoning_field: 'reasoning' }), { type: 'text', text: 'x' })).toEqual({
      role: 'assistant',
      content: 'x',
    });
    expect(answered({ type: 'reasoning', text: 'hm' }, ...called)).not.toHaveProperty('reasoning_content');
  });

  it('never again to a server that rejects it, which is asked again at once (janhq/jan#8136)', async () => {
    const history = [userMessage('a'), said(thought({ reasoning_field: 'reasoning_content' }), ...called)];
    const server = strictServer('reasoning_content', "property 'reasoning_content' is unsupported", [
      { choices: [{ delta: { content: 'ok' }, finish_reason: 'stop' }] },
    ]);
    for (const times of [2, 3]) {
      expect(await server.ask(openaiChatProvider, history)).toEqual(['text-delta', 'stop']);
      expect(server.bodies).toHaveLength(times);
    }
  });
});

describe('thinking without a signature on the Messages wire (pi#4464, opencode#44713)', () => {
  const unsigned: Part = {
    ...thought({}),
    echo: { wire: 'anthropic', host: 'a.example', data: { signature: '' } },
  };
  const history = [userMessage('a'), said(unsigned, ...called)];
  const block = { type: 'thinking', thinking: 'hm', signature: '' };
  const contentFor = (model: string) => {
    const request = { system: 's', messages: history, tools: [], media: new Map() };
    const { body = '' } = toMessagesRequest(request, { ...target, model });
    return (JSON.parse(body) as { messages: Sent[] }).messages[1]?.content;
  };

  it('goes back to a server that signs nothing', () => {
    expect(contentFor('kimi-k3')).toEqual([block, expect.objectContaining({ type: 'tool_use' })]);
  });

  it('does not go to a model of Anthropic, whose reply was cut off', () => {
    expect(contentFor('claude-opus-5')).toEqual([expect.objectContaining({ type: 'tool_use' })]);
  });

  it('never again to a server that rejects it, which is asked again at once (oh-my-pi#4297)', async () => {
    const server = strictServer(
      '"thinking":"hm"',
      'messages.1.content.0: Invalid `signature` in `thinking` block',
      [
        { type: 'message_start', message: {} },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'ok' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      ],
    );
    for (const times of [2, 3]) {
      expect(await server.ask(anthropicProvider, history)).toEqual(['text-delta', 'stop']);
      expect(server.bodies).toHaveLength(times);
    }
  });
});

/** A server that rejects requests which contain `refused`. */
function strictServer(refused: string, message: string, chunks: readonly object[]) {
  const bodies: string[] = [];
  const place = { ...target, baseUrl: `https://${refused.replace(/\W/g, '')}.example/v1` };
  const deps: ProviderDeps = {
    fetch(_, init) {
      bodies.push(String(init?.body));
      const isRefused = String(init?.body).includes(refused);
      const stream = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
      return Promise.resolve(
        isRefused
          ? new Response(JSON.stringify({ error: { message } }), {
              status: 400,
              headers: { 'content-type': 'application/json' },
            })
          : new Response(`${stream}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } }),
      );
    },
    wait: () => Promise.resolve(),
    random: () => 0,
    online: () => true,
    pageProtocol: 'https:',
  };
  async function ask(provider: Provider, messages: Message[]): Promise<string[]> {
    const request = { system: 's', messages, tools: [], media: new Map() };
    const events = [];
    for await (const event of provider.stream(request, place, deps, new AbortController().signal))
      events.push(event.type);
    return events;
  }
  return { bodies, ask };
}
