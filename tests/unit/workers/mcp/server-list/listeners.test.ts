/** Over plain http only a few tabs keep a listening stream, so that connections are left for requests. */
import { afterEach, expect, it, vi } from 'vitest';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { startMcpServer } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('lets another one listen when a place is free, and all of them call', async () => {
  const server = await startMcpServer();
  closers.push(server.close);
  const taken = new Set<string>();
  const tryLock = async (name: string) => {
    if (taken.has(name)) return undefined;
    taken.add(name);
    return () => void taken.delete(name);
  };
  const open = async (): Promise<McpWorld> => {
    const world = await openMcpWorld({ tryLock });
    closers.push(world.close);
    await world.add({ name: 'Small', url: server.url });
    return world;
  };
  const tabs: McpWorld[] = [];
  for (let tab = 0; tab < mcpLimits.listeners; tab++) tabs.push(await open());
  await vi.waitFor(() => expect(server.listeners()).toBe(mcpLimits.listeners));
  const late = await open();
  expect(await late.call('mcp__small__echo')).toMatchObject({ type: 'success' });
  expect(server.listeners()).toBe(mcpLimits.listeners);
  expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(mcpLimits.listeners);
  tabs[0]?.servers.all()[0]?.server.switchOff();
  await vi.waitFor(() => expect(taken.size).toBe(mcpLimits.listeners - 1));
  await open();
  await vi.waitFor(() => expect(server.listeners()).toBe(mcpLimits.listeners));
});
