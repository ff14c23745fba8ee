/** The time that an answer has. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mcpLimits } from '../../../../src/shared/mcp-limits.ts';
import { guardFetch, type GuardPorts } from '../../../../workers/mcp/guarded-fetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What becomes of a request that is never answered. */
async function ask(get: GuardPorts['get']): Promise<string> {
  const guarded = guardFetch({
    fetch: (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    headers: { origin: '', values: {} },
    now: Date.now,
    get,
    isUserAsked: () => false,
    onLimit: () => undefined,
    onSessionLost: () => undefined,
  });
  let result = 'waits';
  guarded('https://example.com/').catch((error: unknown) => (result = String(error)));
  await vi.advanceTimersByTimeAsync(mcpLimits.streamMs + 1);
  return result;
}

describe('a GET', () => {
  it('that asks something has its time', async () => {
    expect(await ask('asks')).toBe('Error: timeout');
  });

  it('that listens has no end', async () => {
    expect(await ask('listens')).toBe('waits');
  });
});
