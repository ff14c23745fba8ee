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

it.each<{ source: string; what: string; options: OAuthServerOptions }>([
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
])('$source: $what', async ({ options }) => {
  server = await startOAuthServer(options);
  const one = await world.add({ name: 'Guarded', url: server.url });
  expect(one.server.state()).toEqual({ type: 'needs_sign_in' });
  const address = await one.signIn.begin('http://localhost:4173/oauth.html', AbortSignal.timeout(20_000));
  const back = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
  await finishSignIn(back, world.servers);
  await one.server.connection.link(AbortSignal.timeout(20_000));
  expect(await world.call('mcp__guarded__echo')).toMatchObject({ type: 'success' });
});
