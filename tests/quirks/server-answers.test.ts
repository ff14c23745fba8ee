/** Answers of model servers beside replies: errors, and lists of models. */
import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/json.ts';
import { unknownTraits, type ModelErrorType } from '#shared/models/provider.ts';
import type { ModelEvent, ProviderDeps } from '#workers/contracts/provider.ts';
import { anthropicProvider } from '#workers/providers/anthropic/anthropic.ts';
import { modelIds, rootOf } from '#workers/providers/http/bearer-server.ts';
import { explainStatus, retryDelaySeconds } from '#workers/providers/http/http-errors.ts';
import { openaiChatProvider } from '#workers/providers/openai-chat/openai-chat.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const target = { baseUrl: 'https://a.example/v1', apiKey: '', model: 'm', traits: unknownTraits };

type ErrorRow = {
  source: string;
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** `wait`: seconds until it is sent again by itself; absent: it is not. */
  comes: { type: ModelErrorType; detail?: string; wait?: number };
};
const limited = (message: string) => ({ status: 429, body: { error: { message } } });

const errors: readonly ErrorRow[] = [
  {
    // The window was too small for the chat, and the server cut the user's message off.
    source: 'ollama/ollama#18107',
    status: 500,
    body: { error: { message: 'no user query found in messages' } },
    comes: { type: 'context_too_long', detail: 'no user query found in messages' },
  },
  {
    source: 'NousResearch/hermes-agent#36276',
    ...limited("You've reached kimi monthly usage limit for this billing cycle."),
    comes: { type: 'no_credit' },
  },
  {
    source: 'earendil-works/pi#4991',
    ...limited('Monthly usage limit reached. Resets in 16 days.'),
    comes: { type: 'no_credit' },
  },
  {
    source: 'cline/cline#10139',
    ...limited('Too many requests'),
    headers: { 'retry-after': '11180' },
    comes: { type: 'rate_limit' },
  },
  {
    source: 'builderz-labs/marketing-dashboard#11',
    ...limited('output_tokens rate limit exceeded — retry after 7s'),
    comes: { type: 'rate_limit', wait: 7 },
  },
  {
    source: 'own',
    ...limited('Rate limit reached for m. Please try again in 20.5s. Visit our page.'),
    comes: { type: 'rate_limit', wait: 20.5 },
  },
  { source: 'own', ...limited('Please try again in 6m0s.'), comes: { type: 'rate_limit' } },
  { source: 'own', ...limited('Please try again in 350ms.'), comes: { type: 'rate_limit', wait: 1 } },
  { source: 'own', ...limited('Please try again in a while.'), comes: { type: 'rate_limit', wait: 1 } },
  {
    source: 'Gitlawb/openclaude#67',
    status: 400,
    body: [{ error: { code: 400, message: 'Function call is missing a thought_signature.' } }],
    comes: { type: 'bad_request', detail: 'Function call is missing a thought_signature.' },
  },
  {
    source: 'cline/cline#7974',
    status: 400,
    body: { error: { message: '{\n "error": {\n "code": 400, "message": "No signature." } }\n', code: 400 } },
    comes: { type: 'bad_request', detail: 'No signature.' },
  },
];

describe('an error', () => {
  it.each(errors)('$source: $body', async ({ status, body, headers, comes }) => {
    const response = new Response(JSON.stringify(body), { status, ...(headers ? { headers } : {}) });
    const error = await explainStatus(response, target);
    const wait = retryDelaySeconds(error, 0, 0);
    expect(error).toMatchObject({ type: comes.type, ...(comes.detail ? { detail: comes.detail } : {}) });
    expect(wait).toBe(comes.wait);
  });
});

describe('an error between the events of a stream', () => {
  const error = JSON.stringify(
    {
      error: { code: 400, message: 'request (6009 tokens) exceeds the available context size (4096 tokens)' },
    },
    null,
    1,
  );
  const event = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Hi' } }] })}\n\n`;

  it.each<[source: string, body: string, types: string[]]>([
    ['lemonade-sdk/lemonade#2975: alone', error, ['error']],
    ['own: after the first words', `${event}${error}\n`, ['text-delta', 'error']],
    ['own: on one line, with a blank line', `${JSON.stringify(JSON.parse(error))}\n\n`, ['error']],
  ])('%s', async (_, body, types) => {
    const deps: ProviderDeps = {
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      wait: () => Promise.resolve(),
      random: () => 0,
      online: () => true,
      pageProtocol: 'https:',
    };
    for (const provider of [openaiChatProvider, anthropicProvider]) {
      const request = { system: 's', messages: [userMessage('a')], tools: [], media: new Map() };
      const events: ModelEvent[] = [];
      for await (const each of provider.stream(request, target, deps, new AbortController().signal))
        events.push(each);
      expect(events.at(-1)).toMatchObject({
        error: { type: 'context_too_long', detail: expect.stringContaining('4096 tokens') },
      });
      if (provider === openaiChatProvider) expect(events.map(({ type }) => type)).toEqual(types);
    }
  });
});

describe('an address that users paste', () => {
  it.each<[source: string, baseUrl: string]>([
    ['FerroxLabs/wayland#1178', 'https://a.example/v1'],
    ['sigoden/aichat#767', 'https://a.example/v1/'],
    ['lidge-jun/opencodex#1582', 'https://a.example/v1/chat/completions'],
    ['own', 'https://a.example/v1/responses'],
    ['own', 'https://a.example/v1/messages/'],
  ])('%s: %s', (_, baseUrl) => expect(rootOf({ ...target, baseUrl })).toBe('https://a.example/v1'));
});

describe('a list of models', () => {
  it.each<[source: string, reply: Json, ids: string[] | undefined]>([
    ['NousResearch/hermes-agent#112534', [{ id: 'b' }, { id: 'a' }], ['a', 'b']],
    ['friuns2/codex-mobile#188', { models: [{ slug: 'b' }, { model: 'a' }, 'c'] }, ['a', 'b', 'c']],
    ['own', { object: 'list', data: ['a'] }, ['a']],
    ['own', { data: null, models: [{ name: 'a' }] }, ['a']],
    ['own', { data: [{ id: 'a' }, { id: 1 }, null] }, ['a']],
    ['own', { error: 'no' }, undefined],
  ])('%s: %j', (_, reply, ids) => expect(modelIds(reply)).toEqual(ids));
});
