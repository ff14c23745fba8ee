/** Signing in: which servers are contacted, what is stored and where, and how a sign-in ends. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { finishSignIn } from '#workers/domains/mcp/finish-sign-in.ts';
import { hearSignIns, type SignInChannel } from '#workers/domains/mcp/hear-sign-ins.ts';
import { checkServerDraft } from '#workers/mcp/check-draft.ts';
import { toError } from '#workers/mcp/errors/failure.ts';
import type { ServerHandle } from '#workers/mcp/server-handle.ts';
import { createConnectionUses } from '#workers/domains/connections/connection-uses.ts';
import { createSampledTokens } from '#workers/domains/mcp/sampled-tokens.ts';
import {
  startOAuthServer,
  type OAuthServer,
  type OAuthServerOptions,
} from '#tests/fixtures/mcp/oauth-server.ts';
import { idOf, openMcpWorld, quiet, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

const redirect = 'http://localhost:4173/oauth.html';
let server: OAuthServer;
let world: McpWorld;
const others: OAuthServer[] = [];

beforeEach(async () => {
  server = await startOAuthServer();
  world = await openMcpWorld();
});
afterEach(async () => {
  world.close();
  await Promise.all([server, ...others.splice(0)].map((each) => each.close()));
});

const soon = () => AbortSignal.timeout(20_000);

async function another(options: OAuthServerOptions = {}): Promise<OAuthServer> {
  const started = await startOAuthServer(options);
  others.push(started);
  return started;
}

/** A server whose answers at one path can be held back and released. */
async function slow(slowPath: string) {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const started = await another({
    before: (path) =>
      isHeld && path === slowPath ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined,
  });
  return {
    server: started,
    hold: () => void (isHeld = true),
    isAsked: () => vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0), 5_000),
    letGo() {
      isHeld = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

/** Starts a sign-in, and waits until the server is asked for its token, so that a test can cancel it. */
async function waitForToken() {
  const { server: guarded, hold, isAsked, letGo } = await slow('/token');
  const one = await world.add({ name: 'Guarded', url: guarded.url });
  const back = await visit(await one.signIn.begin(redirect, soon()));
  hold();
  const cancelled = expect(finishSignIn(back, world.servers)).rejects.toMatchObject({
    error: { type: 'cancelled' },
  });
  await isAsked();
  return { one, cancelled, letGo };
}

/** Simulates the redirect page, as the servers of this tab hear it. */
function listening() {
  const said: unknown[] = [];
  const channel: SignInChannel = {
    name: 'oneclaw-sign-in',
    onmessage: null,
    onmessageerror: null,
    postMessage: (message) => void said.push(message),
  };
  hearSignIns(channel, world.servers, () => undefined);
  function tell(address: string): void {
    const data = { type: 'answer', address };
    channel.onmessage?.call(null as never, new MessageEvent('message', { data }));
  }
  return { said, tell };
}

/** Visits the sign-in page as a browser would, and returns the address of the redirect. */
async function visit(address: string): Promise<string> {
  return (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
}

async function signIn(at = server) {
  const one = await world.add({ name: 'Guarded', url: at.url });
  await finishSignIn(await visit(await one.signIn.begin(redirect, soon())), world.servers);
  await one.server.connection.link(quiet().signal);
  return one;
}

describe('signing in', () => {
  it('is asked for, done with PKCE by a client that registers itself, and kept in the vault alone', async () => {
    const one = await world.add({ name: 'Guarded', url: server.url });
    expect(one.server.state()).toEqual({ type: 'needs_sign_in' });
    expect(one.record.signIn).toBe('needed');
    const address = new URL(await one.signIn.begin(redirect, soon()));
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
    expect(server.registered).toMatchObject([{ client_name: 'OneClaw', redirect_uris: [redirect] }]);
    await finishSignIn(await visit(address.href), world.servers);
    await one.server.connection.link(quiet().signal);
    expect(world.servers.get(idOf('guarded'))?.record.signIn).toBe('signed_in');
    expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
    const stored = JSON.stringify(await world.database.getAll('settings'));
    expect(stored).not.toMatch(/token-|refresh-|client-1/);
  });

  it('takes an answer once, and only the one it waits for', async () => {
    const one = await world.add({ name: 'Guarded', url: server.url });
    const back = await visit(await one.signIn.begin(redirect, soon()));
    const forged = new URL(back);
    forged.searchParams.set('state', 'guessed');
    await expect(finishSignIn(forged.href, world.servers)).rejects.toMatchObject({
      error: { type: 'unknown_sign_in' },
    });
    await finishSignIn(back, world.servers);
    await expect(finishSignIn(back, world.servers)).rejects.toMatchObject({
      error: { type: 'unknown_sign_in' },
    });
  });

  it('says that the user refused', async () => {
    const one = await world.add({ name: 'Guarded', url: server.url });
    const state = new URL(await one.signIn.begin(redirect, soon())).searchParams.get('state') ?? '';
    const refused = `${redirect}?error=access_denied&state=${state}`;
    await expect(finishSignIn(refused, world.servers)).rejects.toMatchObject({
      error: { type: 'sign_in_refused', detail: 'access_denied' },
    });
  });

  it('renews a token that ended, once for all calls that wait', async () => {
    await signIn();
    server.expire();
    const outcomes = await Promise.all([world.call('mcp__guarded__echo'), world.call('mcp__guarded__echo')]);
    expect(outcomes).toMatchObject([{ type: 'success' }, { type: 'success' }]);
    expect(server.grants).toEqual(['authorization_code', 'refresh_token']);
  });

  it('survives a short failure of the token endpoint', async () => {
    const one = await signIn();
    server.expire();
    server.fail(true);
    expect(await world.call('mcp__guarded__echo')).toMatchObject({ errorType: 'permission_denied' });
    expect(await world.store.get(one.record.id)).toMatchObject({ signIn: 'needed_again' });
    server.fail(false);
    expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
    expect(await world.store.get(one.record.id)).toMatchObject({ signIn: 'signed_in' });
  });

  it('is asked for once more where the server wants more, until the user has done it', async () => {
    const one = await signIn();
    const headers = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' };
    await one.signIn.needsMore(one.record, new Response('', { status: 403, headers }));
    server.expire();
    expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
    expect(await world.store.get(one.record.id)).toMatchObject({ signIn: 'needed_again' });
    await finishSignIn(await visit(await one.signIn.begin(redirect, soon())), world.servers);
    expect(await world.store.get(one.record.id)).toMatchObject({ signIn: 'signed_in' });
  });

  it.each([null, 0, -5])('takes a token that lasts %o for one whose end is unknown', async (lasts) => {
    const odd = await another({ expiresIn: lasts });
    await signIn(odd);
    await world.call('mcp__guarded__echo');
    expect(odd.grants).toEqual(['authorization_code']);
  });

  it('ends with the tokens, here and at the server', async () => {
    const one = await signIn();
    await one.signIn.end(soon());
    one.server.reset();
    await vi.waitFor(() => expect(server.revoked).toHaveLength(1), 5_000);
    await one.server.connection.link(quiet().signal).catch(() => undefined);
    expect(one.server.state()).toEqual({ type: 'needs_sign_in' });
  });

  it('is bound to the address: at another one there is nothing to show', async () => {
    const one = await signIn();
    const other = await startOAuthServer();
    await world.store.save({ ...one.record, url: other.url });
    await world.servers.reload();
    await world.servers
      .get(idOf('guarded'))
      ?.server.connection.link(quiet().signal)
      .catch(() => undefined);
    expect(other.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    await other.close();
  });

  it('names the document about the app where there is one, to servers that read it, for answers to its own place', async () => {
    const clientDocument = 'https://app.example/oauth-client.json';
    const described = await openMcpWorld({ clientDocument });
    const reader = await another({ metadata: { client_id_metadata_document_supported: true } });
    const asked = async (url: string, name: string, back: string) => {
      const one = await described.add({ name, url });
      return new URL(await one.signIn.begin(back, soon())).searchParams;
    };
    const own = 'https://app.example/oauth.html';
    expect((await asked(reader.url, 'Reader', own)).get('client_id')).toBe(clientDocument);
    expect(reader.registered).toEqual([]);
    // The document names only one redirect address, so a copy of the app elsewhere cannot use it.
    expect((await asked(reader.url, 'Copy', redirect)).get('client_id')).toBe('client-1');
    expect((await asked(server.url, 'Other', own)).get('client_id')).toBe('client-1');
    described.close();
  });

  it('needs an id of the user’s where the server registers nobody', async () => {
    const closed = await startOAuthServer({ registers: false });
    const one = await world.add({ name: 'Closed', url: closed.url });
    await expect(one.signIn.begin(redirect, soon())).rejects.toMatchObject({
      error: { type: 'needs_client_id' },
    });
    await world.store.update(one.record.id, (record) => ({ ...record, clientId: 'mine' }));
    await world.servers.reload();
    const address = await world.servers.get(one.record.id)!.signIn.begin(redirect, soon());
    expect(new URL(address).searchParams.get('client_id')).toBe('mine');
    await closed.close();
  });
});

describe('a server that never answers', () => {
  it('holds up the question where to sign in no longer than that has, and not the next one', async () => {
    const { server: silent, hold, letGo } = await slow('/.well-known/oauth-authorization-server');
    const one = await world.add({ name: 'Guarded', url: silent.url });
    hold();
    await expect(one.signIn.begin(redirect, AbortSignal.timeout(300))).rejects.toMatchObject({
      error: { type: 'timeout' },
    });
    letGo();
    expect(await one.signIn.begin(redirect, soon())).toContain(silent.origin);
  });

  it('does not keep the user from signing out', async () => {
    const { server: silent, hold, isAsked } = await slow('/.well-known/oauth-authorization-server');
    const one = await signIn(silent);
    hold();
    const begun = expect(one.signIn.begin(redirect, soon())).rejects.toMatchObject({
      error: { type: 'cancelled' },
    });
    await isAsked();
    await one.signIn.end(soon());
    await begun;
    expect(one.record.signIn).toBe('needed');
  });

  it('keeps nobody from signing in elsewhere', async () => {
    const { server: silent, hold, isAsked, letGo } = await slow('/token');
    const [held, free] = [
      await world.add({ name: 'Held', url: silent.url }),
      await world.add({ name: 'Free', url: server.url }),
    ];
    const { said, tell } = listening();
    async function comeBack({ signIn }: ServerHandle): Promise<string> {
      const address = await visit(await signIn.begin(redirect, soon()));
      tell(address);
      return new URL(address).searchParams.get('state') ?? '';
    }
    hold();
    const first = await comeBack(held);
    await isAsked();
    const second = await comeBack(free);
    await vi.waitFor(() => expect(said).toEqual([{ type: 'taken', state: second, ok: true }]), 5_000);
    letGo();
    await vi.waitFor(() => expect(said).toContainEqual({ type: 'taken', state: first, ok: true }), 5_000);
  });
});

describe('the page that the browser comes back to', () => {
  it('is told that nobody waits for it, once another tab had the time to take it', async () => {
    const one = await world.add({ name: 'Guarded', url: server.url });
    const back = await visit(await one.signIn.begin(redirect, soon()));
    await finishSignIn(back, world.servers);
    const { said, tell } = listening();
    const state = new URL(back).searchParams.get('state');
    await vi.waitFor(() => {
      tell(back);
      expect(said).toContainEqual({ type: 'taken', state, ok: false, reason: 'unknown_sign_in' });
    }, 5_000);
  });

  it('is told that the keys are locked, and is heard again when they are not', async () => {
    const one = await world.add({ name: 'Guarded', url: server.url });
    const back = await visit(await one.signIn.begin(redirect, soon()));
    const { said, tell } = listening();
    const state = new URL(back).searchParams.get('state');
    const read = world.store.signIn;
    world.store.signIn = async () => undefined;
    tell(back);
    await vi.waitFor(() => expect(said).toEqual([{ type: 'locked', state }]), 5_000);
    world.store.signIn = read;
    await vi.waitFor(() => {
      tell(back);
      expect(said).toContainEqual({ type: 'taken', state, ok: true });
    }, 5_000);
  });

  it('is heard by a tab that did not know of the server yet', async () => {
    const elsewhere = listening();
    const checked = checkServerDraft({ name: 'New', url: server.url }, [], undefined, Date.now());
    if (!checked.ok) throw new Error(checked.error.type);
    await world.store.save(checked.value.record);
    const begun = { state: 'begun', verifier: '', redirect, at: Date.now() };
    await world.store.saveSignIn(checked.value.record, JSON.stringify({ pending: begun }), 'needed');
    elsewhere.tell(`${redirect}?error=access_denied&state=begun`);
    const taken = { type: 'taken', state: 'begun', ok: false, reason: 'sign_in_refused' };
    await vi.waitFor(() => expect(elsewhere.said).toEqual([taken]), 5_000);
  });
});

describe('the page that the server sends the user to', () => {
  it.each([
    ['in the user’s own network', 'http://192.168.1.1/reboot?now=1'],
    ['in their own network, encrypted', 'https://router.local/authorize'],
    ['at another port of this machine', 'http://127.0.0.1:9/authorize'],
    ['without encryption', 'http://sign-in.example.com/authorize'],
    ['with a password in it', 'https://user:word@sign-in.example.com/authorize'],
  ])('is not opened %s', async (_name, page) => {
    const wrong = await another({ metadata: { authorization_endpoint: page } });
    const one = await world.add({ name: 'Guarded', url: wrong.url });
    await expect(one.signIn.begin(redirect, soon())).rejects.toMatchObject({
      error: { type: 'sign_in_broken', detail: new URL(page).host },
    });
    expect(JSON.parse((await world.store.signIn(one.record)) ?? '')).not.toHaveProperty('pending');
  });

  it('is not one of this app, which would take it for an answer', async () => {
    const own = 'https://oneclaw.example.com/';
    const wrong = await another({ metadata: { authorization_endpoint: `${own}oauth.html` } });
    const one = await world.add({ name: 'Guarded', url: wrong.url });
    await expect(one.signIn.begin(`${own}oauth.html`, soon())).rejects.toMatchObject({
      error: { type: 'sign_in_broken', detail: new URL(own).host },
    });
  });

  it('may be a public one elsewhere, or one that the user has allowed', async () => {
    const network = { fetch, online: () => true, pageProtocol: 'http:' };
    const open = await openMcpWorld({
      network: { ...network, isHostAllowed: (host) => host === 'nas.local' },
    });
    for (const page of ['https://sign-in.example.com/authorize', 'http://nas.local/authorize']) {
      const far = await another({ metadata: { authorization_endpoint: page } });
      const one = await open.add({ name: new URL(page).host, url: far.url });
      expect(await one.signIn.begin(redirect, soon())).toContain(page);
    }
    open.close();
  });
});

describe('signing out', () => {
  it('does not wait for the server', async () => {
    const { server: silent, hold, isAsked } = await slow('/revoke');
    const one = await signIn(silent);
    hold();
    await one.signIn.end(soon());
    expect(await world.store.get(one.record.id)).toMatchObject({ signIn: 'needed' });
    expect(JSON.parse((await world.store.signIn(one.record)) ?? '')).not.toHaveProperty('tokens');
    await isAsked();
  });

  it('names the user’s own client, and says in the log that the server would not have it', async () => {
    const busy = await another({
      registers: false,
      revokes: false,
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    });
    const own = { clientId: 'mine', clientSecret: 'canary-4712' };
    const one = await world.add({ name: 'Guarded', url: busy.url, ...own });
    await finishSignIn(await visit(await one.signIn.begin(redirect, soon())), world.servers);
    await one.signIn.end(soon());
    const lines = () => one.server.log.lines().map(({ text }) => text);
    await vi.waitFor(() => expect(lines()).toContain('revocation: refused'), 5_000);
    expect(busy.revoker()).toEqual({ id: 'mine', secret: 'canary-4712' });
    expect(lines().join()).not.toContain('canary');
  });
});

describe('an authorization server that forgot who registered', () => {
  it('is registered with again by the next sign-in, and by nothing before it', async () => {
    const one = await signIn();
    server.forgetClients();
    for (let call = 0; call < 3; call++)
      expect(await world.call('mcp__guarded__echo')).toMatchObject({ errorType: 'permission_denied' });
    expect(server.registered).toHaveLength(1);
    expect(server.grants).toEqual(['authorization_code', 'refresh_token']);
    await finishSignIn(await visit(await one.signIn.begin(redirect, soon())), world.servers);
    expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
    expect(server.registered).toHaveLength(2);
  });

  it('keeps nobody out who signs out first', async () => {
    const one = await signIn();
    server.forgetClients();
    await one.signIn.end(soon());
    expect(await visit(await one.signIn.begin(redirect, soon()))).toContain('code=');
  });

  it('keeps nobody out who tries once more', async () => {
    const one = await signIn();
    server.forgetClients();
    expect(await visit(await one.signIn.begin(redirect, soon()))).toBe('');
    expect(await visit(await one.signIn.begin(redirect, soon()))).toContain('code=');
  });
});

describe('a server that names another place to sign in', () => {
  beforeEach(async () => {
    world.close();
    world = await openMcpWorld({
      network: { fetch, online: () => true, pageProtocol: 'http:', isHostAllowed: () => true },
    });
  });

  it('gets nothing of the first one there, where the user goes no further', async () => {
    const [one, other] = [await signIn(), await another()];
    const { refresh_token: refresh } = storedOf(await world.store.signIn(one.record));
    server.nameOther(other.origin);
    expect(await one.signIn.begin(redirect, soon())).toContain(other.origin);
    server.expire();
    expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
    const { refresh_token: renewed } = storedOf(await world.store.signIn(one.record));
    expect(renewed).not.toBe(refresh);
    await one.signIn.begin(redirect, soon());
    await one.signIn.end(soon());
    await vi.waitFor(() => expect(server.revoked).toEqual([renewed]), 5_000);
    expect(other.revoked).toEqual([]);
  });

  it('is shown no client of the user’s own there until they enter it again', async () => {
    const [own, other] = [{ clientId: 'mine', clientSecret: 'canary-4712' }, await another()];
    const one = await world.add({ name: 'Guarded', url: server.url, ...own });
    await finishSignIn(await visit(await one.signIn.begin(redirect, soon())), world.servers);
    server.nameOther(other.origin);
    await one.signIn.end(soon());
    await expect(one.signIn.begin(redirect, soon())).rejects.toMatchObject({
      error: { type: 'needs_client_id', host: new URL(other.origin).host },
    });
    expect(other.registered).toEqual([]);
    await one.signIn.unbind(soon());
    expect(await one.signIn.begin(redirect, soon())).toContain(other.origin);
  });
});

describe('a sign-in that is under way', () => {
  it('is waited for by who is refused meanwhile, and not undone', async () => {
    const { server: late, hold, isAsked, letGo } = await slow('/token');
    const one = await world.add({ name: 'Guarded', url: late.url });
    const back = await visit(await one.signIn.begin(redirect, soon()));
    hold();
    const finished = finishSignIn(back, world.servers);
    await isAsked();
    const refused = late.requests.length;
    const linked = one.server.connection.link(soon()).catch((error: unknown) => toError(error).type);
    await vi.waitFor(() => expect(late.requests.length).toBeGreaterThan(refused), 5_000);
    letGo();
    await finished;
    expect(await linked).not.toBe('needs_sign_in');
    await one.server.connection.link(soon());
    expect(await world.store.get(one.record.id)).toMatchObject({ signIn: 'signed_in' });
    expect(JSON.parse((await world.store.signIn(one.record)) ?? '')).not.toHaveProperty('wanted');
  });

  it('asks for no more than fits an address, whatever the server names', async () => {
    const one = await signIn();
    for (let round = 0; round < 20; round++) {
      const scope = Array.from({ length: 50 }, (_each, index) => `scope-${round}-${index}`).join(' ');
      const headers = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
      await one.signIn.needsMore(one.record, new Response('', { status: 403, headers }));
    }
    const address = new URL(await one.signIn.begin(redirect, soon()));
    const asked = address.searchParams.get('scope') ?? '';
    expect(asked).toContain('scope-19-0 ');
    expect(asked.length).toBeLessThanOrEqual(mcpLimits.scopeCharacters);
  });

  it('is kept of a server that was switched off meanwhile, and connects nothing', async () => {
    const one = await world.add({ name: 'Guarded', url: server.url });
    const back = await visit(await one.signIn.begin(redirect, soon()));
    await world.store.update(one.record.id, (record) => ({ ...record, enabled: false }));
    await world.servers.reload();
    const before = server.requests.length;
    await finishSignIn(back, world.servers);
    expect(await world.store.get(one.record.id)).toMatchObject({ enabled: false, signIn: 'signed_in' });
    expect(one.server.state()).toEqual({ type: 'off' });
    expect(server.requests.slice(before).filter(({ path }) => path === '/mcp')).toEqual([]);
  });

  it('expires if the user does not finish it', async () => {
    let time = Date.now();
    const later = await openMcpWorld({ now: () => time });
    const one = await later.add({ name: 'Guarded', url: server.url });
    const back = await visit(await one.signIn.begin(redirect, soon()));
    time += mcpLimits.signInMs + 1;
    await expect(finishSignIn(back, later.servers)).rejects.toMatchObject({
      error: { type: 'unknown_sign_in' },
    });
    later.close();
  });
});

describe('a sign-in whose server changes meanwhile', () => {
  it('gives no token to the address that the user changes to while the token comes', async () => {
    const other = await another();
    const { one, cancelled, letGo } = await waitForToken();
    await world.store.save({ ...one.record, url: other.url });
    await world.servers.reload();
    letGo();
    await cancelled;
    expect(await world.store.get(one.record.id)).toMatchObject({ url: other.url, signIn: 'none' });
    await one.server.connection.link(quiet().signal).catch(() => undefined);
    expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('nor one that is renewed meanwhile, in whichever tab the address changes', async () => {
    const [{ server: old, hold, isAsked, letGo }, other] = [await slow('/token'), await another()];
    const one = await signIn(old);
    old.expire();
    hold();
    const called = world.call('mcp__guarded__echo');
    await isAsked();
    await world.store.save({ ...one.record, url: other.url });
    letGo();
    expect(await called).toMatchObject({ type: 'error' });
    await world.servers.reload();
    await one.server.connection.link(quiet().signal).catch(() => undefined);
    expect(await world.store.get(one.record.id)).toMatchObject({ url: other.url, signIn: 'needed' });
    expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('nor what was asked there, where the sign-in only begins', async () => {
    const [{ server: old, hold, isAsked, letGo }, other] = [await slow('/register'), await another()];
    const one = await world.add({ name: 'Guarded', url: old.url });
    hold();
    const begun = expect(one.signIn.begin(redirect, soon())).rejects.toMatchObject({
      error: { type: 'cancelled' },
    });
    await isAsked();
    const saved = await world.store.save({ ...one.record, url: other.url });
    await world.servers.reload();
    letGo();
    await begun;
    expect(saved && (await world.store.signIn(saved))).toBe('');
  });

  it('leaves nothing of a server that is removed while its token comes', async () => {
    const { one, cancelled, letGo } = await waitForToken();
    await world.store.remove(one.record.id);
    await world.servers.reload();
    letGo();
    await cancelled;
    // Stored pins would count as accepted if the server were added again.
    one.server.accept();
    await createSampledTokens(world.database).add(one.record.id, 10);
    expect(await world.database.getAllKeys('secrets')).toEqual([]);
    expect(await keysOf(one.record.id)).toEqual([]);
  });

  it('takes one that was added again for another one', async () => {
    const one = await signIn();
    await world.store.remove(one.record.id);
    const again = { ...one.record, created: one.record.created + 1 };
    await world.store.save(again);
    await world.servers.reload();
    expect(world.servers.get(again.id)?.server.known().tools).toEqual([]);
    expect(await world.store.saveSignIn(one.record, '{}')).toBe(false);
    one.server.accept();
    expect(await keysOf(again.id)).toEqual([]);
  });

  it('keeps what another tab has changed of it, where this one changes something else', async () => {
    const one = await signIn();
    const { id } = one.record;
    const seen = { ...one.record, signIn: 'needed' as const };
    await world.store.update(id, (record) => ({ ...record, enabled: false, title: 'Theirs' }));
    await world.store.save({ ...seen, clientId: 'mine' }, undefined, seen);
    expect(await world.store.get(id)).toMatchObject({
      clientId: 'mine',
      enabled: false,
      signIn: 'signed_in',
      title: 'Theirs',
    });
    await world.store.remove(id);
    expect(await world.store.save({ ...seen, title: 'Mine' }, undefined, seen)).toBeUndefined();
    expect(await world.store.list()).toEqual([]);
  });

  it('has no secret of one address kept for another that another tab gave it', async () => {
    const seen = (await world.add({ name: 'Guarded', url: server.url })).record;
    const other = await another();
    await world.store.update(seen.id, (record) => ({ ...record, url: other.url }));
    const secrets = { headers: { 'X-Key': 'canary' }, clientSecret: '' };
    await world.store.save({ ...seen, headers: ['X-Key'] }, secrets, seen);
    const now = await world.store.get(seen.id);
    expect(now).toMatchObject({ url: seen.url, headers: ['X-Key'] });
    expect(now && (await world.store.secrets(now))).toEqual(secrets);
  });

  it('forgets with a server how it was used', async () => {
    const one = await signIn();
    const { id } = one.record;
    await createSampledTokens(world.database).add(id, 10);
    await createConnectionUses(world.database).add(id, { at: 1 });
    expect(await keysOf(id)).toEqual([`connection-${id}`, `mcp-known-${id}`, `mcp-sampled-${id}`]);
    await world.store.remove(id);
    expect(await keysOf(id)).toEqual([]);
  });
});

function storedOf(text: string | undefined): { refresh_token: string } {
  return (JSON.parse(text ?? '') as { tokens: { refresh_token: string } }).tokens;
}

/** Keys of a server in the settings, without the list of servers; read after all earlier writes. */
async function keysOf(id: string): Promise<string[]> {
  const keys = await world.database.getAllKeys('settings');
  return keys.filter((key) => key.includes(id));
}
