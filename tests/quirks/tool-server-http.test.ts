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

  it('aklivity/zilla#2525: that refuses its old session with -32600 is usable again', async () => {
    let session = 'one';
    server = await startMcpServer({
      sessions: false,
      take(visit) {
        const { response, request, message } = visit;
        if (message.method === 'initialize') response.setHeader('mcp-session-id', session);
        if (message.method !== 'tools/call' || request.headers['mcp-session-id'] === session) return false;
        const error = { code: -32600, message: 'Invalid Request' };
        return send(visit, { body: { jsonrpc: '2.0', id: null, error } });
      },
    });
    await world.add({ name: 'Odd', url: server.url });
    session = 'two';
    expect(await world.call('mcp__odd__echo')).toMatchObject({ type: 'success' });
  });

  it('ai-ecoverse/slicc#1824: whose session a page cannot read is named so', async () => {
    // A browser hides a header that the server does not expose: it looks as if it were not there.
    server = await startMcpServer({
      sessions: false,
      take: (visit) =>
        visit.message.method === 'tools/list' &&
        send(visit, {
          status: 400,
          body: {
            ...{ jsonrpc: '2.0', id: null },
            error: { code: -32000, message: 'Bad Request: Mcp-Session-Id header is required' },
          },
        }),
    });
    const { server: added } = await world.add({ name: 'Odd', url: server.url });
    expect(added.state()).toMatchObject({ type: 'failed', error: { type: 'session_not_exposed' } });
  });

  it('UsefulSoftwareCo/executor#1351: whose stream broke after an id gives the result at the next one', async () => {
    let asked: unknown;
    let calls = 0;
    const resumed: unknown[] = [];
    server = await startMcpServer({
      take({ request, response, message }) {
        const last = request.headers['last-event-id'];
        if (request.method === 'GET' && last) {
          resumed.push(last);
          const result = { content: [{ type: 'text', text: 'late' }] };
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(`id: two\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: asked, result })}\n\n`);
          return true;
        }
        if (message.method !== 'tools/call') return false;
        calls++;
        asked = message.id;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: one\ndata:\n\n', () => response.destroy());
        return true;
      },
    });
    await world.add({ name: 'Odd', url: server.url });
    expect(await world.call('mcp__odd__echo')).toMatchObject({ result: expect.stringMatching(/late$/) });
    expect({ calls, resumed }).toEqual({ calls: 1, resumed: ['one'] });
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
