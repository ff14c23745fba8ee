import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { unknownTraits, type ServerKind } from '#shared/models/provider.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import { cacheKey } from '#workers/domains/runs/cache-key.ts';
import { toRequest as chatRequest } from '#workers/providers/openai-chat/openai-chat.ts';
import { toRequest as responsesRequest } from '#workers/providers/openai-responses/openai-responses.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const session = asId<'session'>('session_0123456789');

describe('the key of a chat', () => {
  it('stays the same for a service, differs for another and for another chat, and says nothing of either', async () => {
    const key = await cacheKey(session, 'api.openai.com');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(await cacheKey(session, 'api.openai.com')).toBe(key);
    expect(await cacheKey(session, 'other.example')).not.toBe(key);
    expect(await cacheKey(asId<'session'>('session_1'), 'api.openai.com')).not.toBe(key);
  });
});

describe.each([
  ['openai-chat' satisfies ServerKind, chatRequest],
  ['openai-responses' satisfies ServerKind, responsesRequest],
] as const)('a request on %s', (_, toRequest) => {
  const bodyFor = (baseUrl: string, more: Partial<ModelRequest>) => {
    const request = { system: 's', messages: [userMessage('hi')], tools: [], media: new Map(), ...more };
    const target = { baseUrl, apiKey: 'k', model: 'm', traits: unknownTraits };
    return JSON.parse(toRequest(request, target).body ?? '') as Record<string, unknown>;
  };

  it('carries the key to OpenAI, and to no server that may reject it', () => {
    expect(bodyFor('https://api.openai.com/v1', { cacheKey: 'abc' }).prompt_cache_key).toBe('abc');
    expect(bodyFor('https://api.openai.com/v1/', { cacheKey: 'abc' }).prompt_cache_key).toBe('abc');
    expect(bodyFor('https://api.openai.com/v1', {})).not.toHaveProperty('prompt_cache_key');
    for (const other of ['https://api.mistral.ai/v1', 'http://localhost:11434/v1', 'https://api.example/v1'])
      expect(bodyFor(other, { cacheKey: 'abc' })).not.toHaveProperty('prompt_cache_key');
  });
});
