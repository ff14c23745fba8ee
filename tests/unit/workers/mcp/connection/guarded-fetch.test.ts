/** The limit of concurrent requests to one server, and the timeout of an answer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { guardFetch, type GuardDeps } from '#workers/mcp/connection/guarded-fetch.ts';

const deps = {
  headers: { origin: '', values: {} },
  now: Date.now,
  isUserAsked: () => false,
  onLimit: () => undefined,
  onSessionLost: () => undefined,
};

it('cancels a queued request, and keeps no place for it', async () => {
  const answers: (() => void)[] = [];
  const fetch = guardFetch({
    ...deps,
    get: 'asks',
    fetch: () => new Promise((resolve) => answers.push(() => resolve(new Response(null)))),
  });
  const post = (signal?: AbortSignal) =>
    fetch('https://a.test/', { method: 'POST', ...(signal ? { signal } : {}) });
  const under = Array.from({ length: mcpLimits.requests }, () => post());
  const stop = new AbortController();
  const stopped = post(stop.signal);
  const last = post();
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  expect(answers).toHaveLength(mcpLimits.requests);
  answers[0]?.();
  await under[0];
  for (const answer of answers) answer();
  await Promise.all(under);
  for (const answer of answers) answer();
  expect((await last).status).toBe(200);
  await expect(post(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

describe('a GET', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** The error of a request that is never answered. */
  async function ask(get: GuardDeps['get']): Promise<string> {
    const guarded = guardFetch({
      ...deps,
      get,
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    });
    let result = 'waits';
    guarded('https://example.com/').catch((error: unknown) => (result = String(error)));
    await vi.advanceTimersByTimeAsync(mcpLimits.streamMs + 1);
    return result;
  }

  it('that expects an answer has a timeout', async () => {
    expect(await ask('asks')).toBe('Error: timeout');
  });

  it('that listens has no timeout', async () => {
    expect(await ask('listens')).toBe('waits');
  });
});
