/** How a server wants its requests: each setting changes what its format sends, and what is refused is learnt. */
import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/conversation/message.ts';
import { serverKinds, unknownTraits, type ModelTraits, type ServerKind } from '#shared/models/provider.ts';
import { wayValues, waysOfKind, type ModelWays, type WayName } from '#shared/models/ways.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { forget, waysOf } from '#workers/providers/learned-ways.ts';
import type { ModelEvent, ProviderDeps } from '#workers/contracts/provider.ts';
import { formats } from '#tests/fixtures/formats/index.ts';
import type { ScriptedReply } from '#tests/fixtures/model-servers/model-server.ts';
import { call, message, result, text } from '#tests/fixtures/worlds/messages.ts';

const tools = definitions.filter(({ name }) => name === 'read_file');
const place = { baseUrl: 'https://models.example/v1', model: 'some-model' };

type Answer = { status: number; body: object } | ScriptedReply;

/** Sends one request, to a server that answers in this order. */
async function ask(
  kind: ServerKind,
  traits: Partial<ModelTraits>,
  {
    answers = [{ text: 'Hi.' }],
    messages = history(kind),
  }: { answers?: Answer[]; messages?: Message[] } = {},
) {
  const bodies: string[] = [];
  const queue = [...answers];
  const deps: ProviderDeps = {
    fetch: async (_, init) => {
      bodies.push(String(init?.body));
      const answer = queue.shift() ?? { text: 'Hi.' };
      if ('status' in answer)
        return new Response(JSON.stringify(answer.body), { status: answer.status ?? 400 });
      const events = formats[kind].events(answer).map((data) => `data: ${data}\n\n`);
      return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
    },
    wait: () => Promise.resolve(),
    random: () => 0,
    online: () => true,
    pageProtocol: 'https:',
  };
  const provider = await loadProvider(kind);
  const target = { ...place, apiKey: '', traits: { ...unknownTraits, ...traits }, replyLimit: 500 };
  const request = { system: 'Be brief.', messages, tools, media: new Map() };
  const events: ModelEvent[] = [];
  const { signal } = new AbortController();
  for await (const event of provider.stream(request, target, deps, signal)) events.push(event);
  return { bodies, events };
}

/** A conversation in which the model thought, as this format stores it, and called a tool. */
function history(kind: ServerKind): Message[] {
  const data = kind === 'openai-chat' ? { reasoning_field: 'reasoning_content' } : { signature: '' };
  const echo = { wire: kind, host: 'models.example', data };
  return [
    message('u1', 'user', [text('Read it')]),
    message('a1', 'assistant', [
      { type: 'reasoning', text: 'Hm.', echo },
      call('c1', { name: 'read_file', arguments: { path: 'a.txt' } }),
      result('c1', 'content of the file'),
    ]),
    message('u2', 'user', [text('And?')]),
  ];
}

const names = Object.keys(wayValues) as WayName[];
/** Decided by the agent, before the format. */
const ofAgent: readonly WayName[] = ['toolList'];

describe.each(serverKinds)('%s', (kind) => {
  const shown: readonly WayName[] = waysOfKind[kind];

  it.each(names.filter((name) => !ofAgent.includes(name)))(
    'sends %s as it is set, if it is shown',
    async (name) => {
      forget(place);
      const sent = await Promise.all(
        wayValues[name].map(async (value) => (await ask(kind, { [name]: value })).bodies[0]),
      );
      const isHonoured = new Set(sent).size > 1;
      expect(isHonoured).toBe(shown.includes(name));
    },
  );

  it('begins the first message of the user with the system prompt', async () => {
    forget(place);
    const [first = '', second = ''] = await Promise.all(
      (['user', 'system'] as const).map(async (systemRole) => (await ask(kind, { systemRole })).bodies[0]),
    );
    expect(first).toContain('Be brief.\\n\\n');
    expect(second).not.toContain('Be brief.\\n\\n');
  });

  it('describes tools in the prompt, reads calls in the text, and sends results as text', async () => {
    forget(place);
    const { bodies, events } = await ask(
      kind,
      { toolStyle: 'text' },
      {
        answers: [
          { text: 'I look.\n<tool_call>\n{"name":"read_file","arguments":{"path":"b.txt"}}\n</tool_call>' },
        ],
      },
    );
    expect(JSON.parse(bodies[0] ?? '{}')).not.toHaveProperty('tools');
    expect(bodies[0]).toContain('- read_file(');
    expect(bodies[0]).toContain('<tool_response>');
    expect(bodies[0]).toContain('content of the file');
    expect(events.filter(({ type }) => type === 'call')).toEqual([
      { type: 'call', id: '', name: 'read_file', arguments: { path: 'b.txt' } },
    ]);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_calls' });
  });

  it('sends tools as text once the server refused them, and remembers it', async () => {
    forget(place);
    const refusal = { status: 400, body: { error: { message: 'some-model does not support tools' } } };
    const { bodies, events } = await ask(kind, {}, { answers: [refusal, { text: 'Hi.' }] });
    expect(bodies).toHaveLength(2);
    expect(events.at(-1)?.type).toBe('stop');
    expect(waysOf(place)).toEqual({ toolStyle: 'text' });
    const later = await ask(kind, {});
    expect(later.bodies).toEqual([bodies[1]]);
  });

  it('leaves it to the user where they chose, and shows the error', async () => {
    forget(place);
    const refusal = { status: 400, body: { error: { message: 'some-model does not support tools' } } };
    const { bodies, events } = await ask(kind, { toolStyle: 'native' }, { answers: [refusal] });
    expect(bodies).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'tools_refused' } });
    expect(waysOf(place)).toEqual({});
  });

  it('moves the system prompt once its role was refused', async () => {
    forget(place);
    const message = 'Developer instruction is not enabled for models/some-model';
    const { bodies } = await ask(kind, {}, { answers: [{ status: 400, body: { error: { message } } }] });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toContain('Be brief.\\n\\n');
    expect(waysOf(place)).toEqual({ systemRole: 'user' });
  });
});

describe('the limit on Chat Completions', () => {
  const refused = (name: string) => ({
    status: 400,
    body: { error: { message: `Unsupported parameter: '${name}' is not supported with this model.` } },
  });

  it('takes the other name, and none where both are refused', async () => {
    forget(place);
    const answers = [refused('max_tokens'), refused('max_completion_tokens')];
    const { bodies } = await ask('openai-chat', {}, { answers });
    expect(bodies.map((body) => /max_(?:completion_)?tokens/.exec(body)?.[0])).toEqual([
      ...['max_tokens', 'max_completion_tokens', undefined],
    ]);
    const learnt: ModelWays = { limitName: 'none' };
    expect(waysOf(place)).toEqual(learnt);
  });

  it('keeps the name where the value is refused', async () => {
    forget(place);
    const body = { error: { message: 'max_tokens: 500 > 100, which is the maximum' } };
    const { bodies } = await ask('openai-chat', {}, { answers: [{ status: 400, body }] });
    expect(bodies).toHaveLength(1);
  });
});

describe('a search of the service', () => {
  it.each(['anthropic', 'openai-responses'] as const)('is left out once %s refused it', async (kind) => {
    const native = {
      anthropic: { baseUrl: 'https://api.anthropic.com/v1', model: 'claude-opus-4-5' },
      'openai-responses': { baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.4' },
    }[kind];
    forget(native);
    const provider = await loadProvider(kind);
    expect(provider.searchesTools?.(native)).toBe(true);
    const body = {
      error: { message: "tools.2: defer_loading: Extra inputs are not permitted ('tool_search')" },
    };
    const deps: ProviderDeps = {
      fetch: async () => new Response(JSON.stringify(body), { status: 400 }),
      wait: () => Promise.resolve(),
      random: () => 0,
      online: () => true,
      pageProtocol: 'https:',
    };
    const deferred = definitions.filter(({ name }) => name === 'grep');
    const request = { system: '', messages: history(kind), tools, deferred, media: new Map() };
    const target = { ...native, apiKey: '', traits: unknownTraits };
    const events: ModelEvent[] = [];
    const { signal } = new AbortController();
    for await (const event of provider.stream(request, target, deps, signal)) events.push(event);
    expect(events.map(({ type }) => type)).toEqual(['error']);
    expect(provider.searchesTools?.(native)).toBe(false);
    expect(provider.searchesTools?.({ ...native, model: `${native.model}-1` })).toBe(true);
    forget(native);
  });
});
