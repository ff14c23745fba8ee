/** Removing or moving a tool server revokes its sign-in, or reports that this failed. */
import { afterEach, expect, it, vi } from 'vitest';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { dropSignIn } from '#workers/domains/mcp/drop-sign-in.ts';
import { finishSignIn } from '#workers/domains/mcp/finish-sign-in.ts';
import { saveServer } from '#workers/domains/mcp/save-server.ts';
import type { ServerHandle } from '#workers/mcp/server-handle.ts';
import { openMcpWorld, quiet, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import {
  startOAuthServer,
  type OAuthServer,
  type OAuthServerOptions,
} from '#tests/fixtures/mcp/oauth-server.ts';

const redirect = 'http://localhost:4173/oauth.html';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Signed = { server: OAuthServer; world: McpWorld; one: ServerHandle; refresh: string };

async function signIn(options: OAuthServerOptions = {}): Promise<Signed> {
  const server = await startOAuthServer(options);
  const world = await openMcpWorld();
  closers.push(server.close, world.close);
  const one = await world.add({ name: 'Guarded', url: server.url });
  const page = await one.signIn.begin(redirect, quiet().signal);
  const back = (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '';
  await finishSignIn(back, world.servers);
  const { tokens } = JSON.parse((await world.store.signIn(one.record)) ?? '{}') as {
    tokens: { refresh_token: string };
  };
  return { server, world, one, refresh: tokens.refresh_token };
}

function listen() {
  const events: EngineEvent[] = [];
  return { events, bus: { post: (event: EngineEvent) => void events.push(event) } };
}

const notice = (name: string) => [{ type: 'notice', notice: name, name: 'Guarded' }];

async function remove({ world, one }: Signed, servers = world.servers): Promise<EngineEvent[]> {
  const { events, bus } = listen();
  await dropSignIn(one.record, () => world.store.remove(one.record.id), { bus, servers });
  expect(await world.store.list()).toEqual([]);
  return events;
}

it('revokes the refresh token when a server is removed, and says nothing', async () => {
  const signed = await signIn();
  const events = await remove(signed);
  await vi.waitFor(() => expect(signed.server.revoked).toEqual([signed.refresh]), 5_000);
  expect(signed.server.revoker()).toEqual({ id: 'client-1', secret: null });
  expect(events).toEqual([]);
});

it('removes the server where revoking fails, and tells the user', async () => {
  const signed = await signIn({ revokes: false });
  const events = await remove(signed);
  await vi.waitFor(() => expect(events).toEqual(notice('revocation_failed')), 5_000);
  expect(signed.server.revoked).toEqual([signed.refresh]);
});

it('removes the server where nothing answers any more, and tells the user', async () => {
  const signed = await signIn();
  await signed.server.close();
  const events = await remove(signed);
  await vi.waitFor(() => expect(events).toEqual(notice('revocation_failed')), 5_000);
});

it('tells the user where the server offers no revocation', async () => {
  const signed = await signIn({ metadata: { revocation_endpoint: undefined } });
  const events = await remove(signed);
  await vi.waitFor(() => expect(events).toEqual(notice('revocation_not_offered')), 5_000);
  expect(signed.server.revoked).toEqual([]);
});

it('sends no token to an endpoint on a private host that the user did not allow', async () => {
  const elsewhere = await startOAuthServer();
  closers.push(elsewhere.close);
  const signed = await signIn({ metadata: { revocation_endpoint: `${elsewhere.origin}/revoke` } });
  const events = await remove(signed);
  await vi.waitFor(() => expect(events).toEqual(notice('revocation_failed')), 5_000);
  expect(elsewhere.revoked).toEqual([]);
});

it('tells the user where the keys are locked', async () => {
  const signed = await signIn();
  const { store } = signed.world;
  const locked = await openMcpWorld({
    store: { ...store, signIn: async () => undefined, secrets: async () => undefined },
  });
  closers.push(locked.close);
  const events = await remove(signed, locked.servers);
  await vi.waitFor(() => expect(events).toEqual(notice('revocation_locked')), 5_000);
});

it('says nothing of a server without a sign-in', async () => {
  const signed = await signIn();
  await signed.one.signIn.end(quiet().signal);
  await vi.waitFor(() => expect(signed.server.revoked).toHaveLength(1), 5_000);
  const { events, bus } = listen();
  const left = await signed.one.signIn.leave(() => signed.world.store.remove(signed.one.record.id));
  expect(await left.revocation).toBe('none');
  await dropSignIn(signed.one.record, async () => undefined, { bus, servers: signed.world.servers });
  expect(events).toEqual([]);
});

it('does not wait for a tab that holds the sign-in', async () => {
  const signed = await signIn();
  const held = await openMcpWorld({
    store: signed.world.store,
    withLock: (_name, _work, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  closers.push(held.close);
  await remove(signed, held.servers);
  await vi.waitFor(() => expect(signed.server.revoked).toEqual([signed.refresh]), 5_000);
});

it('revokes when the address changes, and at a new title does not', async () => {
  const { world, one, server, refresh } = await signIn();
  const other = await startOAuthServer();
  closers.push(other.close);
  const { events, bus } = listen();
  const needs = {
    bus,
    agents: {} as never,
    actOnVault: async () => ({ state: 'open', hasPassphrase: false }) as never,
  };
  const { id } = one.record;
  await saveServer({ id, name: 'Guarded', title: 'Mine', url: server.url }, undefined, needs, world);
  expect((await world.store.get(id))?.signIn).toBe('signed_in');
  expect(server.revoked).toEqual([]);
  await saveServer({ id, name: 'Guarded', url: other.url }, undefined, needs, world);
  await vi.waitFor(() => expect(server.revoked).toEqual([refresh]), 5_000);
  expect(other.revoked).toEqual([]);
  expect((await world.store.get(id))?.url).toBe(other.url);
  expect(events).toEqual([]);
});
