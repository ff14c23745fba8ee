/** The search of OpenAI for tools: namespaces in the request, and its items back as they came. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '#shared/conversation/message.ts';
import { asId } from '#shared/ids.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { searchesTools } from '#workers/providers/openai-responses/openai-responses-search.ts';
import { toRequest } from '#workers/providers/openai-responses/openai-responses.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { serverTools } from '#tests/fixtures/many-tools.ts';
import { faultIn, type ResponsesBody } from '#tests/fixtures/model-servers/responses-check.ts';
import { foldModelEvents, replay, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const target = {
  ...{ baseUrl: 'https://api.openai.com/v1', apiKey: '', model: 'gpt-5.4' },
  traits: unknownTraits,
};
const named = (name: string) => definitions.filter((tool) => tool.name === name);
const recording = new URL('../../../../fixtures/streams/openai-responses/tool-search.sse', import.meta.url);

async function searched(thought: readonly Part[] = []): Promise<Message> {
  const provider = await loadProvider('openai-responses');
  const { parts } = foldModelEvents(await replay(provider, [readFileSync(recording)]), 'openai-responses');
  const call = asId<'call'>('call_w4');
  const result: Part = { type: 'result', call, result: { status: 'success', result: '' }, duration_ms: 1 };
  return { ...userMessage(''), role: 'assistant', parts: [...thought, ...parts, result] };
}

function build(messages: readonly Message[], changes: Partial<ModelRequest> = {}) {
  const deferred = [...named('git_log'), ...named('git_status'), ...serverTools(2)];
  const request = {
    system: 's',
    messages,
    tools: named('read_file'),
    deferred,
    media: new Map(),
    ...changes,
  };
  return JSON.parse(toRequest(request, target).body ?? '') as ResponsesBody & { tools: object[] };
}

const typesOf = ({ input = [] }: ResponsesBody) => input.map(({ type }) => type);

describe('a request with deferred tools', () => {
  it('has the tools, the search, and a namespace for each subject and server', () => {
    const { tools } = build([userMessage('hi')]);
    expect(tools).toMatchObject([
      { type: 'function', name: 'read_file' },
      { type: 'tool_search' },
      {
        ...{ type: 'namespace', name: 'git', description: 'Git repositories: git_log, git_status' },
        tools: [
          { name: 'git_log', defer_loading: true },
          { name: 'git_status', defer_loading: true },
        ],
      },
      { type: 'namespace', name: 'mcp__server0', tools: [{ defer_loading: true }, { defer_loading: true }] },
    ]);
    expect(faultIn(build([userMessage('hi')]))).toBeUndefined();
  });

  it('sends the search, its result and the namespace of the call back', async () => {
    const body = build([userMessage('hi'), await searched()]);
    const items = ['tool_search_call', 'tool_search_output', 'function_call', 'function_call_output'];
    expect(typesOf(body)).toEqual(['message', ...items]);
    expect(body.input?.[1]).toEqual({
      ...{ type: 'tool_search_call', execution: 'server', call_id: null, status: 'completed' },
      arguments: { paths: ['weather'] },
    });
    expect(body.input?.[3]).toMatchObject({ name: 'get_weather', namespace: 'weather' });
    expect(faultIn(body)).toBeUndefined();
  });

  it('sends the ids of all items after reasoning, or of none', async () => {
    const item = { type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed', summary: [] };
    const echo = { wire: 'openai-responses' as const, host: 'service', data: item };
    const body = build([userMessage('hi'), await searched([{ type: 'reasoning', text: '', echo }])]);
    expect(body.input?.slice(1, 5).map(({ id }) => id)).toEqual(['rs_1', 'tsc_w1', 'tso_w2', 'fc_w3']);
    expect(faultIn(body)).toBeUndefined();
  });

  it('leaves out a search whose reply was stopped before its result', async () => {
    const { parts, ...message } = await searched();
    const cut = { ...message, parts: parts.slice(0, 1) };
    expect(typesOf(build([userMessage('hi'), cut, userMessage('go on')]))).toEqual(['message', 'message']);
  });

  it('without them has neither searches nor namespaces', async () => {
    const body = build([userMessage('hi'), await searched()], { deferred: [] });
    expect(typesOf(body)).toEqual(['message', 'function_call', 'function_call_output']);
    expect(JSON.stringify(body)).not.toMatch(/namespace|tool_search/);
  });
});

it.each([
  ['https://api.openai.com/v1', 'gpt-5.4', true],
  ['https://api.openai.com/v1', 'gpt-5.10-mini', true],
  ['https://api.openai.com/v1', 'gpt-6-astra', true],
  ['https://api.openai.com/v1', 'gpt-5.3', false],
  ['https://api.openai.com/v1', 'gpt-5', false],
  ['https://api.openai.com/v1', 'gpt-4o', false],
  ['https://api.openai.com/v1', 'o3', false],
  ['https://openrouter.ai/api/v1', 'gpt-5.4', false],
  ['nowhere', 'gpt-5.4', false],
])('at %s with %s, the service searches: %s', (baseUrl, model, expected) =>
  expect(searchesTools({ baseUrl, model })).toBe(expected),
);
