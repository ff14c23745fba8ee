import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, startMcpServer, type McpServer } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import { toolServers } from './tool-servers.ts';

let world: McpWorld;
let server: McpServer | undefined;

beforeEach(async () => (world = await openMcpWorld()));
afterEach(async () => {
  world.close();
  await server?.close();
});

describe('a tool server', () => {
  it.each(toolServers)('$source: $what', async ({ sends, comes }) => {
    server = await startMcpServer({
      sessions: false,
      take({ response, message: { id, method = '', params } }) {
        const sent = sends[method];
        if (id === undefined || !sent) return false;
        const result = typeof sent === 'function' ? (sent as (values: object) => object)(params ?? {}) : sent;
        const version = method === 'initialize' ? { protocolVersion: params?.protocolVersion } : {};
        answer(response, id, { result: { ...version, ...result } });
        return true;
      },
    });
    const { server: added } = await world.add({ name: 'Odd', url: server.url });
    expect(added.state().type, JSON.stringify(added.state())).toBe('ready');
    const tools = added.tools();
    if (comes.tools)
      expect(tools.filter(({ refusal }) => !refusal).map(({ original }) => original)).toEqual(comes.tools);
    const refused = tools.flatMap(({ original, refusal }) => (refusal ? [[original, refusal.reason]] : []));
    if (comes.tools) expect(Object.fromEntries(refused)).toEqual(comes.refused ?? {});
    if (comes.says === undefined && !comes.fails) return;
    const outcome = await world.call('mcp__odd__echo');
    if (comes.fails)
      return expect(outcome).toMatchObject({ type: 'error', message: expect.stringMatching(comes.fails) });
    expect(outcome).toMatchObject({ type: 'success', result: expect.stringMatching(/^\[From the server/) });
    const said = outcome.type === 'success' && typeof outcome.result === 'string' ? outcome.result : '';
    expect(said.replace(/^\[From.*?\](\n\n|$)/, '')).toBe(comes.says);
  });
});

const gif = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

it.each<[source: string, what: string, block: object]>([
  ['own', 'a data URL', { type: 'image', data: `data:image/gif;base64,${gif}` }],
  ['own', 'no padding', { type: 'image', data: gif.slice(0, -2), mimeType: 'image/gif' }],
  [
    'own',
    'lines',
    { type: 'image', data: `${gif.slice(0, 20)}\r\n${gif.slice(20)}\n`, mimeType: 'image/gif' },
  ],
  [
    'own',
    'a resource',
    { type: 'resource', resource: { uri: 'a://b', blob: `data:image/gif;base64,${gif}` } },
  ],
])('%s: a picture with %s', async (_, __, block) => {
  server = await startMcpServer({
    sessions: false,
    take({ response, message: { id, method } }) {
      if (id === undefined || method !== 'tools/call') return false;
      answer(response, id, { result: { content: [block] } });
      return true;
    },
  });
  await world.add({ name: 'Odd', url: server.url });
  const outcome = await world.call('mcp__odd__echo');
  expect(outcome.type === 'success' && outcome.result).toContainEqual(
    expect.objectContaining({ type: 'image', media_type: 'image/gif' }),
  );
});
