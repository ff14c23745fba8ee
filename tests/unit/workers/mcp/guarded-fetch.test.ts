/** The places for requests to one server: who gives up while it waits for one leaves the line at once. */
import { expect, it } from 'vitest';
import { guardFetch } from '../../../../workers/mcp/guarded-fetch.ts';
import { mcpLimits } from '../../../../src/shared/mcp-limits.ts';

it('lets a request that waits for a place be stopped, and keeps no place for it', async () => {
  const answers: (() => void)[] = [];
  const fetch = guardFetch({
    fetch: () => new Promise((resolve) => answers.push(() => resolve(new Response(null)))),
    headers: { origin: '', values: {} },
    now: () => 0,
    isUserAsked: () => false,
    onLimit: () => undefined,
    onSessionLost: () => undefined,
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
