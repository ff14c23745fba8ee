/**
 * The older transport: one stream for all calls; it ends when it breaks, and not at messages unknown to the
 * library.
 */
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen, readBody } from '#tests/fixtures/web/listen.ts';
import { echo } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

type Message = {
  id: number;
  method: string;
  params?: { arguments: { text: string }; _meta?: { progressToken?: number } };
};

let world: McpWorld;
let url: string;
let close: () => Promise<void>;
let streams: ServerResponse[];
let calls: Map<string, Message>;

const tell = (message: object) =>
  streams.at(-1)?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);

function reply({ id, method, ...rest }: Message): void {
  const serverInfo = { name: 'old', version: '1' };
  if (method === 'initialize')
    tell({ id, result: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo } });
  if (method === 'tools/list') tell({ id, result: { tools: [echo] } });
  if (method === 'tools/call') calls.set(rest.params?.arguments.text ?? '', { id, method, ...rest });
}

beforeEach(async () => {
  streams = [];
  calls = new Map();
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.write('event: endpoint\ndata: /post\n\n');
    }
    void readBody(request).then((body) => {
      response.writeHead(202).end();
      reply(JSON.parse(body) as Message);
    });
  });
  const listening = await listen(server);
  ({ close } = listening);
  url = `http://127.0.0.1:${listening.port}/sse`;
  world = await openMcpWorld();
});
afterEach(async () => {
  world.close();
  await close();
});

it('goes on for the others where a call that was stopped is still told of', async () => {
  const one = await world.add({ name: 'Old', url, transport: 'sse' });
  const stop = new AbortController();
  const first = world.call('mcp__old__echo', { text: 'one' }, { signal: stop.signal });
  const second = world.call('mcp__old__echo', { text: 'two' });
  await vi.waitFor(() => expect(calls.size).toBe(2));
  stop.abort();
  await first;
  const progressToken = calls.get('one')?.params?._meta?.progressToken;
  tell({ method: 'notifications/progress', params: { progressToken, progress: 2 } });
  tell({ id: calls.get('two')?.id, result: { content: [{ type: 'text', text: 'two is done' }] } });
  expect(await second).toMatchObject({ result: expect.stringContaining('two is done') });
  expect(one.server.log.lines().map(({ text }) => text)).toContainEqual(expect.stringMatching(/progress/));
  expect(one.server.state().type).toBe('ready');
  expect(streams).toHaveLength(1);
});

it('is opened again where the stream breaks', async () => {
  const one = await world.add({ name: 'Old', url, transport: 'sse' });
  const called = world.call('mcp__old__echo', { text: 'one' });
  await vi.waitFor(() => expect(calls.size).toBe(1));
  streams[0]?.destroy();
  expect(await called).toMatchObject({ type: 'error', errorType: 'network_error' });
  await vi.waitFor(() => expect(one.server.state().type).toBe('ready'), 5_000);
});
