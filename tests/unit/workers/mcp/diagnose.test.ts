/** A diagnosis does not blame a server that is only slow. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { diagnose, type DiagnosisDeps } from '#workers/mcp/diagnose.ts';

const slow: DiagnosisDeps['fetch'] = (_, { signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

function deps(fetch: DiagnosisDeps['fetch']): DiagnosisDeps {
  return {
    fetch,
    connect: () => Promise.reject(new Error('never asked for')),
    headers: {},
    isPrivate: async () => true,
    localNetwork: async () => 'prompt',
    online: () => true,
    origin: 'https://app.example',
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says that a server did not answer in time, and does not blame the permission for it', async () => {
  const report = diagnose({ url: 'http://127.0.0.1:1/mcp' }, deps(slow));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await report).findings).toContainEqual({ step: 'reach', verdict: 'problem', problem: 'timeout' });
});

it('names the permission only where it was refused, and else that nothing answers', async () => {
  const refuses = () => Promise.reject(new TypeError('Failed to fetch'));
  const problemWith = async (state: 'prompt' | 'denied') => {
    const own = { ...deps(refuses), localNetwork: async () => state };
    const { findings } = await diagnose({ url: 'http://127.0.0.1:1/mcp' }, own);
    return findings.find(({ step }) => step === 'reach');
  };
  expect(await problemWith('denied')).toMatchObject({ problem: 'local_network' });
  expect(await problemWith('prompt')).toMatchObject({ problem: 'unreachable' });
});

it('follows no redirect of a server that answers pages', async () => {
  const asked: RequestInit[] = [];
  const elsewhere = { type: 'opaqueredirect', ok: false, status: 0 } as Response;
  const redirects: DiagnosisDeps['fetch'] = async (_, init) => (asked.push(init), elsewhere);
  const report = await diagnose({ url: 'https://a.example/mcp' }, deps(redirects));
  expect(report.findings).toContainEqual({ step: 'cors', verdict: 'problem', problem: 'redirected' });
  expect(asked.map(({ redirect }) => redirect)).not.toContain('follow');
});
