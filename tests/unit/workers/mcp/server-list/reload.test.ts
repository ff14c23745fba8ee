/** A server that the user has switched off stays off, whatever else was in progress. */
import { afterEach, expect, it, vi } from 'vitest';
import type { ServerId } from '#shared/ids.ts';
import { finishSignIn } from '#workers/domains/mcp/finish-sign-in.ts';
import { startMcpServer } from '#tests/fixtures/mcp/mcp-server.ts';
import { idOf, openMcpWorld, quiet, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import { startOAuthServer } from '#tests/fixtures/mcp/oauth-server.ts';

let world: McpWorld;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  world.close();
  for (const close of closers.splice(0)) await close();
});

const switchOff = (id: ServerId) => world.store.update(id, (record) => ({ ...record, enabled: false }));

/** A world in which reading the known tools waits until the test continues it. */
async function openSlowWorld() {
  const waiting: (() => void)[] = [];
  const texts = new Map<ServerId, string>();
  let isSlow = false;
  world = await openMcpWorld({
    known: {
      read: async (id) => {
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
        return texts.get(id) ?? '';
      },
      write: async ({ id }, text) => void texts.set(id, text),
    },
  });
  return {
    begin: () => void (isSlow = true),
    reads: () => waiting.length,
    go() {
      isSlow = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

it('is not switched on again by a reload that began before', async () => {
  const slow = await openSlowWorld();
  for (const name of ['One', 'Two']) {
    const server = await startMcpServer();
    closers.push(server.close);
    await world.add({ name, url: server.url });
  }
  slow.begin();
  const earlier = world.servers.reload(true);
  await vi.waitFor(() => expect(slow.reads()).toBe(1));
  await switchOff(idOf('two'));
  slow.go();
  await earlier;
  expect(world.servers.get(idOf('two'))?.record.enabled).toBe(false);
  expect(world.registry.names()).toEqual(['mcp__one__echo']);
});

it('is not added where it was removed meanwhile', async () => {
  const slow = await openSlowWorld();
  const server = await startMcpServer();
  closers.push(server.close);
  slow.begin();
  const adding = world.add({ name: 'Gone', url: server.url }).catch(() => undefined);
  await vi.waitFor(() => expect(slow.reads()).toBe(1));
  await world.store.remove(idOf('gone'));
  slow.go();
  await adding;
  expect(world.servers.all()).toEqual([]);
  expect(server.requests).toEqual([]);
});

it('is asked nothing when its key changes, or when somebody still holds it', async () => {
  world = await openMcpWorld();
  const server = await startMcpServer();
  closers.push(server.close);
  const one = await world.add({ name: 'Off', url: server.url });
  await switchOff(one.record.id);
  await world.servers.reload();
  const before = server.messages.length;
  one.server.reset();
  one.server.connection.wake();
  await expect(one.server.connection.link(quiet().signal)).rejects.toMatchObject({
    error: { type: 'switched_off' },
  });
  expect(one.server.state()).toEqual({ type: 'off' });
  expect(server.messages).toHaveLength(before);
});

it('is not asked where a sign-in ends after it was switched off', async () => {
  world = await openMcpWorld({
    network: { fetch, online: () => true, pageProtocol: 'http:', isHostAllowed: () => true },
  });
  const server = await startOAuthServer();
  closers.push(server.close);
  const one = await world.add({ name: 'Off', url: server.url });
  const address = await one.signIn.begin('http://localhost:4173/oauth.html', quiet().signal);
  const { headers } = await fetch(address, { redirect: 'manual' });
  await switchOff(one.record.id);
  await world.servers.reload();
  const before = server.messages.length;
  await finishSignIn(headers.get('location') ?? '', world.servers);
  await expect(one.server.connection.link(quiet().signal)).rejects.toThrow();
  expect(one.server.state()).toEqual({ type: 'off' });
  expect(server.messages).toHaveLength(before);
});
