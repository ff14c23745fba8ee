/** Requests that servers with strict chat templates accept, after a conversation that did not go well. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits } from '#shared/models/provider.ts';
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

function thought(data: { reasoning_field?: string }): Part {
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

  it('not with an answer, nor where the server named no field', () => {
    expect(answered(thought({ reasoning_field: 'reasoning' }), { type: 'text', text: 'x' })).toEqual({
      role: 'assistant',
      content: 'x',
    });
    expect(answered({ type: 'reasoning', text: 'hm' }, ...called)).not.toHaveProperty('reasoning_content');
  });

  it('never again to a server that rejects it, which is asked again at once (janhq/jan#8136)', async () => {
    const place = { ...target, baseUrl: 'https://strict.example/v1' };
    const bodies: string[] = [];
    const answer = (status: number, text: string, type: string) =>
      new Response(text, { status, headers: { 'content-type': type } });
    const deps = {
      fetch: (_: unknown, init?: RequestInit) => {
        bodies.push(String(init?.body));
        const isStrict = String(init?.body).includes('reasoning_content');
        return Promise.resolve(
          isStrict
            ? answer(
                400,
                '{"error":{"message":"property \'reasoning_content\' is unsupported"}}',
                'application/json',
              )
            : answer(
                200,
                'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
                'text/event-stream',
              ),
        );
      },
      wait: () => Promise.resolve(),
      random: () => 0,
      online: () => true,
      pageProtocol: 'https:',
    };
    const history = [userMessage('a'), said(thought({ reasoning_field: 'reasoning_content' }), ...called)];
    const request = { system: 's', messages: history, tools: [], media: new Map() };
    for (const times of [2, 3]) {
      const events = [];
      for await (const event of openaiChatProvider.stream(request, place, deps, new AbortController().signal))
        events.push(event.type);
      expect(events).toEqual(['text-delta', 'stop']);
      expect(bodies).toHaveLength(times);
    }
  });
});
