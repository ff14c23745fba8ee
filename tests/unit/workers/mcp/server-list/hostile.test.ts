/** Hostile servers: a clear error in time, little memory, and no effect on other servers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostile } from '#tests/fixtures/mcp/hostile-mcp.ts';
import { pause } from '#tests/fixtures/web/listen.ts';
import { startMcpServer, type McpServer, type McpServerOptions } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

let world: McpWorld;
let bad: McpServer;
let good: McpServer;

beforeEach(async () => {
  good = await startMcpServer();
  world = await openMcpWorld();
  await world.add({ name: 'Good', url: good.url });
});
afterEach(async () => {
  world.close();
  await Promise.all([bad.close(), good.close()]);
});

async function meet(options: McpServerOptions | undefined) {
  bad = await startMcpServer(options);
  return world.add({ name: 'Bad', url: bad.url });
}

/** The peak of additional heap memory while `work` runs, in bytes. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const used = () => process.memoryUsage().heapUsed;
  const before = used();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, used())), 5);
  await work();
  clearInterval(timer);
  return Math.max(most, used()) - before;
}

describe('a server of bad faith', () => {
  it.each<[keyof typeof hostile, RegExp]>([
    ['endless stream', /too many events/],
    ['endless comments', /message too large/],
    ['huge event', /message too large/],
    ['huge answer', /message too large/],
    ['bad JSON', /malformed/],
    ['deep answer', /Bad/],
  ])('that sends an %s is told so, and the other one answers', async (kind, message) => {
    await meet(hostile[kind]);
    const [outcome, other] = await Promise.all([world.call('mcp__bad__echo'), world.call('mcp__good__echo')]);
    expect(outcome).toMatchObject({ type: 'error', message: expect.stringMatching(message) });
    expect(other).toMatchObject({ type: 'success' });
    expect(await world.call('mcp__good__echo')).toMatchObject({ type: 'success' });
  });

  it('takes less than 50 MB of memory for 1 GB', async () => {
    await meet(hostile['huge event']);
    expect(await memoryOf(() => world.call('mcp__bad__echo'))).toBeLessThan(50_000_000);
  });

  it('that sends single bytes is disconnected when the call ends', async () => {
    await meet(hostile['slow drip']);
    const outcome = await world.call('mcp__bad__echo', {}, { signal: AbortSignal.timeout(300) });
    expect(outcome).toMatchObject({ type: 'error', errorType: 'timeout' });
  });

  it('that has a hundred thousand tools, or pages without end, is cut off', async () => {
    const one = await meet(hostile['too many tools']);
    expect(one.server.state().type).toBe('ready');
    expect(world.registry.names().length).toBeLessThanOrEqual(1 + 256);
    await bad.close();
    bad = await startMcpServer(hostile['endless pages']);
    await world.add({ name: 'Pages', url: bad.url });
    expect(bad.messages.filter(({ method }) => method === 'tools/list')).toHaveLength(20);
  });

  it('has its schema bombs refused one by one, and its good tool kept', async () => {
    const one = await meet(hostile['schema bombs']);
    expect(world.registry.names().filter((name) => name.startsWith('mcp__bad__'))).toEqual([
      'mcp__bad__echo',
      'mcp__bad__answers',
    ]);
    expect(one.server.tools().flatMap(({ refusal }) => refusal?.reason ?? [])).toEqual([
      'schema_expands',
      'schema_too_large',
      'schema_too_large',
      'schema_foreign_reference',
    ]);
    // The output schema is never traversed.
    expect(await world.call('mcp__bad__answers')).toMatchObject({ type: 'success' });
  });

  it('has a schema that nests deeper than anyone can walk refused', async () => {
    const one = await meet(hostile['bottomless schema']);
    expect(one.server.state()).toMatchObject({ type: 'ready' });
    expect(one.server.tools()).toMatchObject([{ refusal: { reason: 'schema_too_large' } }]);
  });

  it('cannot take the name of a built-in tool, nor one that looks like it', async () => {
    const one = await meet(hostile['deceiving names']);
    expect(world.registry.names().filter((name) => name.startsWith('mcp__bad__'))).toEqual([
      'mcp__bad__read_file',
    ]);
    expect(world.registry.find('read_file')).toBeUndefined();
    expect(one.server.tools().map(({ refusal }) => refusal?.reason)).toEqual([
      undefined,
      'name_invisible',
      'name_lookalike',
      'name_taken',
      'name_invisible',
    ]);
  });

  it('that requests immediate reconnects is reconnected with backoff', async () => {
    await meet(hostile['reconnect at once']);
    await pause(2_500);
    expect(bad.requests.filter(({ method }) => method === 'GET').length).toBeLessThan(6);
  });

  it('that floods the listening stream is disconnected, and not reconnected soon', async () => {
    const one = await meet(hostile['flood of changes']);
    await vi.waitFor(
      () => expect(one.server.state()).toMatchObject({ type: 'failed', error: { type: 'too_many_events' } }),
      10_000,
    );
    const asked = () => bad.requests.filter(({ method }) => method !== 'DELETE').length;
    // Requests that were already under way may still arrive.
    await pause(300);
    const before = asked();
    await pause(1_500);
    expect(asked()).toBe(before);
    expect(await world.call('mcp__good__echo')).toMatchObject({ type: 'success' });
  });

  it('that redirects is not followed, wherever to', async () => {
    const inner = await startMcpServer();
    const one = await meet({
      take({ response, path }) {
        if (path !== '/mcp') return false;
        response.writeHead(307, { location: inner.url }).end();
        return true;
      },
    });
    expect(one.server.state()).toMatchObject({ type: 'failed', error: { type: 'redirected' } });
    expect(inner.requests).toEqual([]);
    await inner.close();
  });
});
