/** The check of a new model: what small requests find out, and what they leave automatic. */
import { beforeEach, expect, it } from 'vitest';
import { unknownTraits, type ModelTraits } from '#shared/models/provider.ts';
import { checkModel } from '#workers/providers/check-model.ts';
import { forget, waysOf } from '#workers/providers/learned-ways.ts';
import { openaiChatProvider } from '#workers/providers/openai-chat/openai-chat.ts';
import { formats } from '#tests/fixtures/formats/index.ts';
import type { ScriptedReply } from '#tests/fixtures/model-servers/model-server.ts';

const place = { baseUrl: 'https://models.example/v1', model: 'some-model' };
beforeEach(() => forget(place));

type Body = {
  messages: { role: string; reasoning_content?: string }[];
  tools?: object[];
  max_tokens?: number;
};
type Answer = string | ScriptedReply;

/** `answer`: the reply to a request, or the words with which it is refused. */
async function check(answer: (body: Body, count: number) => Answer, traits: Partial<ModelTraits> = {}) {
  const bodies: Body[] = [];
  const deps = {
    fetch: async (_: unknown, init?: RequestInit) => {
      const body = JSON.parse(String(init?.body)) as Body;
      const reply = answer(body, bodies.push(body));
      if (typeof reply === 'string')
        return new Response(JSON.stringify({ error: { message: reply } }), { status: 400 });
      const events = formats['openai-chat'].events(reply).map((data) => `data: ${data}\n\n`);
      return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
    },
    wait: () => Promise.resolve(),
    random: () => 0,
    online: () => true,
    pageProtocol: 'https:',
  };
  const target = { ...place, apiKey: '', traits: { ...unknownTraits, contextTokens: 128_000, ...traits } };
  const result = await checkModel(openaiChatProvider, { kind: 'openai-chat', target, deps });
  return { result, bodies };
}

const calls = { calls: [{ name: 'repeat', arguments: { text: 'hello' } }] };
const inText = { text: '<tool_call>{"name":"repeat","arguments":{"text":"hello"}}</tool_call>' };
const answersWell = ({ tools, messages }: Body): Answer =>
  tools && messages.length === 2 ? calls : { text: 'hello' };

it('leaves everything automatic where a server takes what most take', async () => {
  const { result, bodies } = await check(answersWell);
  expect(result).toMatchObject({ ok: true, ways: {} });
  expect(bodies).toHaveLength(3);
  expect(bodies[1]?.tools).toHaveLength(1);
  expect(bodies[2]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
});

it('finds that tools must be text: refused, or written into the answer', async () => {
  const refused = await check((body) => (body.tools ? 'tools are not supported' : inText));
  expect(refused.result).toMatchObject({ ways: { toolStyle: 'text', toolList: 'short' } });
  const fenced = { text: '```json\n{"name":"repeat","arguments":{"text":"hello"}}\n```' };
  const written = await check((body) => (body.tools ? fenced : { text: 'Hi' }));
  expect(written.result).toMatchObject({ ways: { toolStyle: 'text', toolList: 'short' } });
});

it('leaves tools as they are where the tags of a call can be read in the answer', async () => {
  const { result, bodies } = await check(({ tools, messages }) =>
    tools && messages.length === 2 ? inText : { text: 'Hi' },
  );
  expect(result).toMatchObject({ ok: true, ways: {} });
  expect(bodies).toHaveLength(3);
});

it('finds the name of the limit and the role of the system prompt', async () => {
  const { result } = await check((body) => {
    if (body.max_tokens) return "Unsupported parameter: 'max_tokens'";
    return body.messages[0]?.role === 'system' ? 'System role not supported' : { text: 'Hi' };
  });
  expect(result).toMatchObject({ ways: { limitName: 'max_completion_tokens', systemRole: 'user' } });
});

it('finds whether reasoning goes back', async () => {
  const thinks = { ...calls, reasoning: 'Hm.' };
  const asked = (body: Body, refuse: (thought: string | undefined) => string | undefined): Answer => {
    const answer = body.messages.find(({ role }) => role === 'assistant');
    return (answer && refuse(answer.reasoning_content)) ?? (body.tools && !answer ? thinks : { text: 'Hi' });
  };
  const refuses = await check((body) =>
    asked(body, (thought) =>
      thought === undefined ? undefined : "property 'reasoning_content' is unsupported",
    ),
  );
  expect(refuses.result).toMatchObject({ ways: { returnsThoughts: false } });
});

it('decides for the short list where the window is small', async () => {
  expect((await check(answersWell, { contextTokens: 8_192 })).result).toMatchObject({
    ways: { toolList: 'short' },
  });
});

it('keeps what the user chose, and forgets what an earlier check found', async () => {
  await check((body) => (body.tools ? 'tools are not supported' : inText));
  const chosen = await check(answersWell, { toolList: 'all', contextTokens: 8_192 });
  expect(chosen.result).toMatchObject({ ways: {} });
  expect(waysOf(place)).toEqual({});
});

it('says why a server cannot be used, and asks nothing more', async () => {
  const { result, bodies } = await check(() => 'Incorrect API key provided');
  expect(result).toMatchObject({ ok: false, error: { type: 'bad_key' } });
  expect(bodies).toHaveLength(1);
});
