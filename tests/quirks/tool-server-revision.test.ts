/** What real tool servers (MCP) of revision 2026-07-28 do that other clients do not expect, in our own words. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  echo,
  startMcpServer,
  type McpServer,
  type McpServerOptions,
} from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

let world: McpWorld;
let server: McpServer;

beforeEach(async () => (world = await openMcpWorld()));
afterEach(async () => {
  world.close();
  await server.close();
});

const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const introduction = {
  ...cached,
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: { listChanged: true } },
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '1' } },
};

/** A server without sessions and handshake; `take` answers the other requests. */
async function start(names: () => string[], take: NonNullable<McpServerOptions['take']>) {
  server = await startMcpServer({
    sessions: false,
    take(visit) {
      const { response, message } = visit;
      const results: Record<string, object> = {
        'server/discover': introduction,
        'tools/list': { ...cached, tools: names().map((name) => ({ ...echo, name })) },
      };
      const result = results[message.method ?? ''];
      if (message.id === undefined || !result) return take(visit);
      answer(response, message.id, { result });
      return true;
    },
  });
  return (await world.add({ name: 'Odd', url: server.url })).server;
}

describe('a tool server of revision 2026-07-28', () => {
  it('anthropics/claude-ai-mcp#1027: that needs no input is asked again with the state it gave', async () => {
    const states: unknown[] = [];
    const added = await start(
      () => ['echo'],
      ({ response, message: { id, method, params } }) => {
        if (method !== 'tools/call' || id === undefined) return false;
        states.push(params?.requestState);
        const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
        const waiting = { resultType: 'input_required', requestState: 'step 2' };
        answer(response, id, { result: params?.requestState === undefined ? waiting : done });
        return true;
      },
    );
    expect(added.state()).toMatchObject({ type: 'ready', protocol: '2026-07-28' });
    expect(await world.call('mcp__odd__echo')).toMatchObject({ result: expect.stringMatching(/done$/) });
    expect(states).toEqual([undefined, 'step 2']);
  });

  it('strands-agents/harness-sdk#4112: that tells changes only to those who listen is listened to', async () => {
    let names = ['echo'];
    let tell: ((message: object) => void) | undefined;
    const added = await start(
      () => names,
      ({ response, message: { id, method } }) => {
        if (method !== 'subscriptions/listen') return false;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
        tell = ({ params, ...message }: { params?: object }) => {
          const sent = { jsonrpc: '2.0', ...message, params: { ...params, _meta } };
          response.write(`data: ${JSON.stringify(sent)}\n\n`);
        };
        const notifications = { toolsListChanged: true };
        tell({ method: 'notifications/subscriptions/acknowledged', params: { notifications } });
        return true;
      },
    );
    await vi.waitFor(() => expect(tell).toBeDefined());
    names = ['echo', 'later'];
    tell?.({ method: 'notifications/tools/list_changed' });
    await vi.waitFor(() => expect(added.tools().map(({ original }) => original)).toContain('later'), 5_000);
  });
});
