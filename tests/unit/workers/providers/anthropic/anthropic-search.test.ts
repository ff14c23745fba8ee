/** The service's own search for tools: its blocks go back as they came, as far as the service accepts them. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import { repairHistory } from '#workers/agent/repair-history.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { searchesTools } from '#workers/providers/anthropic/anthropic-search.ts';
import { toRequest } from '#workers/providers/anthropic/anthropic.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { anthropicFault, type AnthropicBody } from '#tests/fixtures/model-servers/anthropic-check.ts';
import { anthropicEvents } from '#tests/fixtures/model-servers/anthropic-server.ts';
import { foldModelEvents, replay, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const target = {
  ...{ baseUrl: 'https://api.anthropic.com/v1', apiKey: '', model: 'claude-sonnet-5' },
  traits: unknownTraits,
};
const named = (name: string) => definitions.filter((tool) => tool.name === name);
const [shown, later] = [named('read_file'), [...named('git_log'), ...named('git_status')]];

/** The stored answer of a model that searched and called what it found. */
async function searched(): Promise<Message> {
  const events = anthropicEvents(
    {
      text: 'I look for it.',
      search: { query: 'git history', found: ['git_log', 'git_status'] },
      calls: [{ id: 'toolu_1', name: 'git_log', arguments: { path: '.' } }],
    },
    1,
  );
  const bytes = new TextEncoder().encode(
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  );
  const { parts } = foldModelEvents(await replay(await loadProvider('anthropic'), [bytes]), 'anthropic');
  const call = asId<'call'>('toolu_1');
  const result: Part = { type: 'result', call, result: { status: 'success', result: '' }, duration_ms: 1 };
  return { ...userMessage(''), role: 'assistant', parts: [...parts, result] };
}

function build(messages: readonly Message[], changes: Partial<ModelRequest> = {}) {
  const request = { system: 's', messages, tools: shown, deferred: later, media: new Map(), ...changes };
  return JSON.parse(toRequest(request, target).body ?? '') as AnthropicBody;
}

const blocksOf = (body: AnthropicBody) => body.messages?.[1]?.content.map(({ type }) => type);

describe('a request with deferred tools', () => {
  it('has the search first, then the tools, whose last has the mark, then those that are deferred', () => {
    const { tools = [] } = build([userMessage('hi')]);
    expect(tools).toMatchObject([
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
      { name: 'read_file', cache_control: { type: 'ephemeral' } },
      { name: 'git_log', defer_loading: true },
      { name: 'git_status', defer_loading: true },
    ]);
    expect(anthropicFault(build([userMessage('hi')]))).toBeUndefined();
    // All tools of an agent can be deferred: the search itself never is.
    expect(anthropicFault(build([userMessage('hi')], { tools: [] }))).toBeUndefined();
  });

  it('sends the search, its result and the call back as they came', async () => {
    const body = build([userMessage('hi'), await searched()]);
    expect(body.messages?.[1]?.content).toEqual([
      { type: 'text', text: 'I look for it.' },
      {
        ...{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25' },
        ...{ input: { query: 'git history' }, caller: { type: 'direct' } },
      },
      {
        ...{ type: 'tool_search_tool_result', tool_use_id: 'srvtoolu_1' },
        content: {
          type: 'tool_search_tool_search_result',
          tool_references: ['git_log', 'git_status'].map((tool_name) => ({
            type: 'tool_reference',
            tool_name,
          })),
        },
      },
      { type: 'tool_use', id: 'toolu_1', name: 'git_log', input: { path: '.' } },
    ]);
    expect(anthropicFault(body)).toBeUndefined();
  });

  it('refers to no tool that is gone', async () => {
    const body = build([userMessage('hi'), await searched()], { deferred: later.slice(1) });
    expect(anthropicFault(body)).toBeUndefined();
    expect(JSON.stringify(body.messages)).toContain('"tool_name":"git_status"');
    expect(JSON.stringify(body.messages)).not.toContain('"tool_name":"git_log"');
  });

  it('leaves out a search whose reply was stopped before its result', async () => {
    const { parts, ...message } = await searched();
    const body = build([
      userMessage('hi'),
      { ...message, parts: parts.filter(({ type }) => type !== 'text') },
    ]);
    expect(anthropicFault(body)).toBeUndefined();
    const cut = { ...message, parts: parts.slice(0, 1) };
    expect(blocksOf(build([userMessage('hi'), cut, userMessage('go on')]))).toEqual(['text']);
  });

  it('without them has no search, in the history neither', async () => {
    const { tools, messages } = build([userMessage('hi'), await searched()], {
      tools: [...shown, ...later],
      deferred: [],
    });
    expect(blocksOf({ messages: messages ?? [] })).toEqual(['text', 'tool_use']);
    expect(JSON.stringify(tools)).not.toMatch(/defer_loading|tool_search/);
  });
});

it('another service gets the text and the call alone', async () => {
  const [message] = repairHistory([await searched()], { kind: 'anthropic', host: 'other.example' });
  expect(JSON.stringify(message?.parts)).not.toContain('srvtoolu');
  expect(message?.parts.map(({ type }) => type)).toEqual(['text', 'text', 'call', 'result']);
});

it.each([
  ['https://api.anthropic.com/v1', 'claude-sonnet-5', true],
  ['https://api.anthropic.com', 'claude-opus-4-5-20251101', true],
  ['https://api.anthropic.com', 'claude-haiku-4-5-20251001', true],
  ['https://api.anthropic.com', 'claude-fable-5-1', true],
  ['https://api.anthropic.com', 'claude-opus-4-1-20250805', false],
  ['https://api.anthropic.com', 'claude-sonnet-4-20250514', false],
  ['https://api.anthropic.com', 'claude-3-5-haiku-20241022', false],
  ['https://api.anthropic.com.evil.example', 'claude-sonnet-5', false],
  ['https://api.moonshot.ai/anthropic', 'claude-sonnet-5', false],
  ['not an address', 'claude-sonnet-5', false],
])('at %s with %s, the service searches: %s', (baseUrl, model, expected) =>
  expect(searchesTools({ baseUrl, model })).toBe(expected),
);

/** What is stored must survive JSON, as in a journal. */
it('is stored as data', async () => {
  const { parts } = await searched();
  expect(JSON.parse(JSON.stringify(parts)) as JsonObject[]).toEqual(parts);
});
