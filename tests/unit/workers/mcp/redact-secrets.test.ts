/** The user's secrets are removed from a server's error messages. */
import { afterEach, describe, expect, it } from 'vitest';
import { finishSignIn } from '#workers/domains/mcp/finish-sign-in.ts';
import { createRedactor } from '#workers/mcp/redact-secrets.ts';
import { answer, startMcpServer, type McpServer, type McpVisit } from '#tests/fixtures/mcp/mcp-server.ts';
import { startOAuthServer } from '#tests/fixtures/mcp/oauth-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(reply: (visit: McpVisit, secret: string) => void): Promise<McpWorld> {
  const server: McpServer = await startMcpServer({
    take(visit) {
      if (visit.message.method !== 'tools/call') return false;
      reply(visit, visit.request.headers.authorization ?? '');
      return true;
    },
  });
  const world = await openMcpWorld();
  closing.push(world.close, server.close);
  const headers = { Authorization: 'Bearer canary-secret-4711' };
  await world.add({ name: 'Keyed', url: server.url, headers });
  return world;
}

describe('a key that the user gave', () => {
  it.each<[string, (visit: McpVisit, secret: string) => void]>([
    [
      'an error',
      ({ response, message }, secret) =>
        answer(response, message.id!, { error: { code: -32001, message: `Wrong key: ${secret}` } }),
    ],
    [
      'a failed result',
      ({ response, message }, secret) =>
        answer(response, message.id!, {
          result: { isError: true, content: [{ type: 'text', text: `Wrong key: ${secret}` }] },
        }),
    ],
    [
      'the page of an error',
      ({ response }, secret) => void response.writeHead(500).end(`Wrong key: ${secret}`),
    ],
    [
      'another form',
      ({ response }, secret) => void response.writeHead(500).end(`Wrong key: ${btoa(secret.slice(7))}`),
    ],
  ])('is not read in %s', async (_, reply) => {
    const world = await open(reply);
    const outcome = await world.call('mcp__keyed__echo');
    expect(outcome).toMatchObject({ type: 'error', message: expect.stringContaining('Wrong') });
    const one = world.servers.all()[0];
    const seen = JSON.stringify([outcome, one?.server.state(), one?.server.log.lines()]);
    expect(seen).not.toMatch(/canary|4711|Y2FuYXJ5/);
  });
});

describe('what a tool answers', () => {
  const redactor = createRedactor();
  redactor.addSecrets({
    headers: { 'X-Workspace': 'acme-production', 'X-Api-Key': 'canary-4711-abc', Cookie: 'short12' },
    clientSecret: '',
  });

  it.each([
    ['a key, in part and in another case', 'You sent ARY-4711-A.', 'You sent ….'],
    ['the words of other headers', 'In acme-production there are 3 issues.', undefined],
    ['a secret that may be a word', 'short12', undefined],
  ])('loses or keeps %s', (_, text, expected = text) => {
    expect(redactor.redactResult(text)).toBe(expected);
  });

  it('is not shortened, and an error loses all of them', () => {
    const long = 'x '.repeat(20_000);
    expect(redactor.redactResult(long)).toBe(long);
    expect(redactor.redact('acme-production short12')).toBe('… …');
  });

  it('has no key in the texts of a result', async () => {
    const world = await open(({ response, message }, secret) =>
      answer(response, message.id!, {
        result: {
          content: [
            { type: 'text', text: `You sent ${secret.slice(10).toUpperCase()}` },
            { type: 'resource', resource: { uri: 'a:b', text: secret } },
          ],
        },
      }),
    );
    const outcome = await world.call('mcp__keyed__echo');
    expect(outcome).toMatchObject({ type: 'success' });
    expect(JSON.stringify(outcome)).toContain('You sent …');
    expect(JSON.stringify(outcome)).not.toMatch(/canary|4711/i);
  });
});

it('is no more than a short word where it is one', () => {
  const redactor = createRedactor();
  redactor.addSecrets({ headers: { 'X-Team': 'a', 'X-Key': 'long-enough' }, clientSecret: '' });
  expect(redactor.redact('a bad key: long-enough')).toBe('a bad key: …');
});

it('hides the tokens of a sign-in, old and new', async () => {
  const server = await startOAuthServer();
  const world = await openMcpWorld();
  closing.push(world.close, server.close);
  const one = await world.add({ name: 'Guarded', url: server.url });
  const begun = await one.signIn.begin('http://localhost/oauth.html', AbortSignal.timeout(20_000));
  const back = (await fetch(begun, { redirect: 'manual' })).headers.get('location') ?? '';
  await finishSignIn(back, world.servers);
  await one.server.connection.link(AbortSignal.timeout(20_000));
  type Stored = { tokens: { access_token: string; refresh_token: string } };
  async function tokens(): Promise<string[]> {
    const stored = JSON.parse((await world.store.signIn(one.record)) ?? '') as Stored;
    return [stored.tokens.access_token, stored.tokens.refresh_token];
  }
  const first = await tokens();
  server.expire();
  await world.call('mcp__guarded__echo');
  expect(await tokens()).not.toEqual(first);
  for (const token of [...first, ...(await tokens())]) one.server.log.add('server', 'error', `Bad ${token}`);
  expect(JSON.stringify(one.server.log.lines())).not.toMatch(/token-|refresh-/);
});
