/** How real tool servers (MCP) describe their sign-in when it is not as the specification says, in our own words. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishSignIn } from '#workers/domains/mcp/finish-sign-in.ts';
import {
  startOAuthServer,
  type OAuthServer,
  type OAuthServerOptions,
} from '#tests/fixtures/mcp/oauth-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

let server: OAuthServer | undefined;
let world: McpWorld;

beforeEach(async () => (world = await openMcpWorld()));
afterEach(async () => {
  world.close();
  await server?.close();
});

const root = '/.well-known/oauth-protected-resource';
const resource = (origin: string, path = '/mcp') => ({
  body: { resource: `${origin}${path}`, authorization_servers: [origin] },
});
const page = { type: 'text/html', body: '<!doctype html><title>App</title>' };

/** `resource`: what the requests must name, by the origin of the server. */
type SignInRow = {
  source: string;
  clientId?: string;
  what: string;
  options: OAuthServerOptions;
  resource?: (origin: string) => string;
};

it.each<SignInRow>([
  {
    source: 'mcpjungle/MCPJungle#293',
    what: 'only the document at the root names the authorization server, as the header says',
    options: {
      challenge: (origin) => `Bearer resource_metadata="${origin}${root}"`,
      answers: (origin) => ({ [root]: resource(origin), [`${root}/mcp`]: undefined }),
    },
  },
  {
    source: 'archestra-ai/archestra#7246',
    what: 'only the document at the root, without a header',
    options: {
      challenge: () => undefined,
      answers: (origin) => ({ [root]: resource(origin), [`${root}/mcp`]: undefined }),
    },
  },
  {
    source: 'logiscape/mcp-sdk-php#56',
    what: 'no document about the resource, only one of the authorization server',
    options: {
      challenge: () => 'Bearer',
      answers: () => ({ [root]: undefined, [`${root}/mcp`]: undefined }),
    },
  },
  {
    source: 'outline/outline#11572',
    what: 'a page of the app in place of the documents about the resource',
    options: { challenge: () => 'Bearer', answers: () => ({ [root]: page, [`${root}/mcp`]: page }) },
  },
  {
    source: 'Serviceware/Dibix#128',
    what: 'the header names the resource itself, whose answer is no document',
    options: {
      challenge: (origin) => `Bearer resource_metadata="${origin}/health"`,
      answers: () => ({
        '/health': { type: 'text/plain', body: 'OK' },
        [root]: undefined,
        [`${root}/mcp`]: undefined,
      }),
    },
  },
  {
    source: 'exa-labs/exa-mcp-server#387',
    what: 'the document names the root of the server as the resource',
    options: { answers: (origin) => ({ [`${root}/mcp`]: resource(origin, '/') }) },
  },
  {
    source: 'anthropics/claude-code#52871',
    what: 'two resources on one origin',
    options: { answers: (origin) => ({ [root]: resource(origin, '') }) },
    resource: (origin) => `${origin}/mcp`,
  },
  {
    source: 'anthropics/claude-code#52871',
    what: 'a resource that is the origin, without a slash',
    options: { answers: (origin) => ({ [`${root}/mcp`]: resource(origin, '') }) },
    resource: (origin) => origin,
  },
  {
    source: 'anthropics/claude-code#67258',
    what: 'null for the address at which clients register, beside a client of the user',
    clientId: 'mine',
    options: { registers: false, metadata: { registration_endpoint: null, scopes_supported: null } },
  },
  {
    source: 'own',
    what: 'null in the tokens and in the document of the resource',
    options: {
      expiresIn: null,
      answers: (origin) => ({
        [`${root}/mcp`]: { body: { ...resource(origin).body, scopes_supported: null, resource_name: null } },
      }),
    },
  },
])('$source: $what', async ({ options, clientId = '', resource: expected }) => {
  server = await startOAuthServer(options);
  const one = await world.add({ name: 'Guarded', url: server.url, clientId });
  expect(one.server.state()).toEqual({ type: 'needs_sign_in' });
  const address = await one.signIn.begin('http://localhost:4173/oauth.html', AbortSignal.timeout(20_000));
  const back = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
  await finishSignIn(back, world.servers);
  await one.server.connection.link(AbortSignal.timeout(20_000));
  expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
  if (!expected) return;
  server.expire();
  expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
  const named = [new URL(address).searchParams, ...server.forms].map((form) => form.get('resource'));
  expect(named).toEqual(Array(3).fill(expected(server.origin)));
});

it('VRSEN/agency-swarm#785: a client that was given a secret identifies itself in one way alone', async () => {
  server = await startOAuthServer({
    metadata: {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    },
    answers: () => ({
      '/register': {
        status: 201,
        body: {
          ...{ client_id: 'one', client_secret: 'shh', token_endpoint_auth_method: 'client_secret_basic' },
          redirect_uris: ['http://localhost:4173/oauth.html'],
        },
      },
    }),
  });
  const { signIn } = await world.add({ name: 'Guarded', url: server.url });
  const address = await signIn.begin('http://localhost:4173/oauth.html', AbortSignal.timeout(20_000));
  const back = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
  await finishSignIn(back, world.servers);
  const asked = server.requests.find(({ path }) => path === '/token');
  expect(asked?.headers.authorization).toBe(`Basic ${btoa('one:shh')}`);
  expect(['client_id', 'client_secret'].filter((name) => server?.forms[0]?.has(name))).toEqual([]);
});
