import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMcpServer, type McpServer, type McpVisit } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import { httpRows } from './tool-server-http.ts';

let world: McpWorld;
let server: McpServer;

beforeEach(async () => (world = await openMcpWorld()));
afterEach(async () => {
  world.close();
  await server.close();
});

function send({ response }: McpVisit, { status = 200, type = 'application/json', body }: Reply): true {
  response.writeHead(status, type && body !== undefined ? { 'content-type': type } : {});
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  return true;
}
type Reply = NonNullable<(typeof httpRows)[number]['notified']>;

describe('a tool server', () => {
  it.each(httpRows)('$source: $what', async ({ notified, listened, called, isOnce, comes }) => {
    let calls = 0;
    server = await startMcpServer({
      take(visit) {
        const { method = '', id } = visit.message;
        if (listened && visit.request.method === 'GET') return send(visit, listened);
        if (notified && method.startsWith('notifications/')) return send(visit, notified);
        if (method !== 'tools/call' || !called || (isOnce && calls++ > 0)) return false;
        return send(visit, called(id));
      },
    });
    const { server: added } = await world.add({ name: 'Odd', url: server.url });
    expect(added.state()).toMatchObject({ type: 'ready' });
    const outcome = await world.call('mcp__odd__echo');
    const said = outcome.type === 'success' ? String(outcome.result).split('\n\n').at(-1) : outcome.message;
    if (typeof comes.says === 'string') expect(said).toBe(comes.says);
    else expect(said).toMatch(comes.says);
    expect(added.state()).toMatchObject({ type: 'ready' });
  });

  it('that no longer answers after a server error is not shown as ready', async () => {
    let isDown = false;
    server = await startMcpServer({ take: (visit) => isDown && send(visit, { status: 503 }) });
    const { server: added } = await world.add({ name: 'Odd', url: server.url });
    isDown = true;
    expect(await world.call('mcp__odd__echo')).toMatchObject({ type: 'error' });
    await vi.waitFor(() =>
      expect(added.state()).toMatchObject({ type: 'failed', retryAt: expect.any(Number) }),
    );
    isDown = false;
    expect(await world.call('mcp__odd__echo')).toMatchObject({ type: 'success' });
    expect(added.state()).toMatchObject({ type: 'ready' });
  });
});
