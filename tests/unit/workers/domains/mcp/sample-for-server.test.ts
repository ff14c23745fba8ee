/** Sampling: a server's token limit and the day's budget hold, even for concurrent requests. */
import { expect, it } from 'vitest';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';
import { idOf, quiet } from '#tests/fixtures/mcp/mcp-world.ts';
import { sampleForServer, type SampleDeps } from '#workers/domains/mcp/sample-for-server.ts';
import { createRunningCalls } from '#workers/mcp/requests/running-calls.ts';
import { createServerLog } from '#workers/mcp/connection/log.ts';
import type { Requester } from '#workers/mcp/requests/running-calls.ts';
import type { Budget } from '#shared/agents/agent.ts';

const tokens = 1_100;

/** Each `Requester` stands for another tab. */
function open({ tokensPerDay = 1_000, day = {} }: { tokensPerDay?: number; day?: Budget } = {}) {
  const seen = { requests: 0, sampled: 0, spent: 0 };
  const during = { request: () => {} };
  const world = createRunWorld({
    reply() {
      seen.requests++;
      during.request();
      return { text: 'Yes.', usage: { prompt_tokens: tokens - 100, completion_tokens: 100 } };
    },
  });
  const lines = new Map<string, Promise<unknown>>();
  const deps: SampleDeps = {
    ...world.deps,
    sampled: { today: async () => seen.sampled, add: async (_, more) => void (seen.sampled += more) },
    spending: {
      ...world.deps.spending,
      budget: async () => day,
      soFar: async () => ({ tokens: seen.spent, cost: 0 }),
      add: async (more) => void (seen.spent += more.tokens),
    },
    async withLock(name, work, signal) {
      const turn = (lines.get(name) ?? Promise.resolve()).then(() => {
        signal.throwIfAborted();
        return work();
      });
      lines.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
  const tab = (): Requester => ({
    record: {
      id: idOf('small'),
      name: 'Small',
      title: '',
      url: 'http://localhost/mcp',
      transport: 'auto',
      enabled: true,
      headers: [],
      clientId: '',
      hasClientSecret: false,
      sampling: { isOn: true, tokensPerDay },
      signIn: 'none',
      created: 0,
    },
    runningCalls: createRunningCalls(),
    log: createServerLog(() => 0),
  });
  const ask = (asked: Requester, signal = quiet().signal) =>
    sampleForServer(
      asked,
      { messages: [{ role: 'user', content: { type: 'text', text: 'Is it?' } }], maxTokens: 100 },
      signal,
      deps,
    );
  return { seen, during, tab, ask };
}

const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));

it('exceeds the token limit of a server by at most one answer, and rejects requests beyond the queue', async () => {
  const { seen, tab, ask } = open();
  const asked = tab();
  asked.runningCalls.begin('mcp__small__echo', quiet());
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => ask(asked)));
  expect(seen).toEqual({ requests: 1, sampled: tokens, spent: tokens });
  const refused = refusals(results);
  expect(refused.filter((each) => each.includes('too much at once'))).toHaveLength(36);
  expect(refused.filter((each) => each.includes('used up'))).toHaveLength(3);
});

it('answers queued requests while there are tokens, and accepts more afterwards', async () => {
  const { seen, tab, ask } = open({ tokensPerDay: 100_000 });
  const asked = tab();
  asked.runningCalls.begin('mcp__small__echo', quiet());
  await Promise.allSettled(Array.from({ length: 10 }, () => ask(asked)));
  expect(seen.requests).toBe(4);
  await ask(asked);
  expect(seen.requests).toBe(5);
});

it('shows in the server’s log what was asked, and what the model said', async () => {
  const { tab, ask } = open({ tokensPerDay: 100_000 });
  const asked = tab();
  asked.runningCalls.begin('mcp__small__echo', quiet());
  const { content } = await ask(asked);
  const text = 'text' in content ? content.text : '';
  expect(text).not.toBe('');
  const [question, answer] = asked.log.lines();
  expect(question).toMatchObject({ from: 'server', text: 'sampling/createMessage: Is it?' });
  expect(answer?.from).toBe('app');
  expect(answer?.text).toContain(`tokens: ${text}`);
});

it('holds over tabs, and for the budget of the day', async () => {
  const { seen, tab, ask } = open({ tokensPerDay: 100_000, day: { tokens: 2_000 } });
  const tabs = [tab(), tab(), tab(), tab()];
  for (const { runningCalls } of tabs) runningCalls.begin('mcp__small__echo', quiet());
  const results = await Promise.allSettled(tabs.map((each) => ask(each)));
  expect(seen.requests).toBe(2);
  expect(refusals(results)).toHaveLength(2);
});

it('asks nothing for a call that ended while the request stood in line', async () => {
  const { seen, during, tab, ask } = open({ tokensPerDay: 100_000 });
  const asked = tab();
  during.request = asked.runningCalls.begin('mcp__small__echo', quiet());
  const results = await Promise.allSettled([ask(asked), ask(asked)]);
  expect(refusals(results)).toEqual([expect.stringContaining('none is running')]);
  expect(seen.requests).toBe(1);
});

it('counts what the server breaks off before the first word', async () => {
  const { seen, during, tab, ask } = open();
  const asked = tab();
  asked.runningCalls.begin('mcp__small__echo', quiet());
  const stop = new AbortController();
  during.request = () => {
    stop.abort();
    throw stop.signal.reason;
  };
  await ask(asked, stop.signal);
  expect(seen.requests).toBe(1);
  expect(seen.sampled).toBeGreaterThan(0);
});
