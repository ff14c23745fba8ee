/**
 * Failures are classified by their origin: an error of a tool or of one call does not change the server's
 * state.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InsufficientScopeError, RegistrationRejectedError } from '@modelcontextprotocol/client';
import {
  answer,
  echo,
  startMcpServer,
  type McpServer,
  type McpServerOptions,
} from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import { explainLibrary } from '#workers/mcp/errors/library-failure.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start(options: McpServerOptions): Promise<{ server: McpServer; world: McpWorld }> {
  const server = await startMcpServer(options);
  open.push(server.close);
  const world = await openMcpWorld();
  open.push(world.close);
  return { server, world };
}

const count = ({ messages }: McpServer, name: string) =>
  messages.filter(({ method }) => method === name).length;

describe('an error of a tool', () => {
  it.each([
    { code: 404, message: 'No such order' },
    { code: -32000, message: 'No such order', data: { status: 404 } },
    { code: -32000, message: 'The shop said no (HTTP 404)' },
    { code: 400, message: 'Your training session is full' },
    { code: 401, message: 'The shop wants a login' },
    { code: -32000, message: 'Down', data: { status: 500 } },
  ])('is the tool’s, whatever status it speaks of: %j', async (error) => {
    const { server, world } = await start({
      take({ message, response }) {
        if (message.method !== 'tools/call') return false;
        answer(response, message.id ?? 0, { error });
        return true;
      },
    });
    const one = await world.add({ name: 'Shop', url: server.url });
    expect(await world.call('mcp__shop__echo')).toMatchObject({
      type: 'error',
      errorType: 'execution_error',
      message: expect.stringContaining(`It refused the request: ${error.message}`),
    });
    expect(count(server, 'tools/call')).toBe(1);
    expect(count(server, 'initialize')).toBe(1);
    expect(one.server.state().type).toBe('ready');
  });

  it('makes nothing happen twice at a server without sessions', async () => {
    const { server, world } = await start({
      sessions: false,
      take({ message, response }) {
        if (message.method !== 'tools/call') return false;
        response.writeHead(404).end('No such order');
        return true;
      },
    });
    await world.add({ name: 'Shop', url: server.url });
    expect(await world.call('mcp__shop__echo')).toMatchObject({ type: 'error' });
    expect(count(server, 'tools/call')).toBe(1);
  });
});

describe('a server that lets nobody listen', () => {
  it.each([400, 404, 405, 500])('and says so by %i is used like any other', async (status) => {
    const { server, world } = await start({
      take({ request, response }) {
        if (request.method !== 'GET') return false;
        response.writeHead(status).end('Cannot GET /mcp');
        return true;
      },
    });
    const one = await world.add({ name: 'Post', url: server.url });
    await vi.waitFor(() => expect(server.requests.some(({ method }) => method === 'GET')).toBe(true));
    expect(await world.call('mcp__post__echo')).toMatchObject({ type: 'success' });
    expect(one.server.state().type).toBe('ready');
    expect(count(server, 'initialize')).toBe(1);
  });

  it('any more has lost the session', async () => {
    const { server, world } = await start({});
    const one = await world.add({ name: 'Small', url: server.url });
    await vi.waitFor(() => expect(server.listeners()).toBe(1));
    server.dropSessions();
    server.closeStreams();
    await vi.waitFor(() => expect(count(server, 'initialize')).toBe(2), 10_000);
    await vi.waitFor(() => expect(one.server.state().type).toBe('ready'), 5_000);
  });
});

describe('a server that breaks off', () => {
  it('is tried again, and asked nothing that the user did not ask for', async () => {
    let isDown = true;
    const { server, world } = await start({
      take({ request }) {
        if (isDown && request.method !== 'HEAD') request.socket.destroy();
        return isDown && request.method !== 'HEAD';
      },
    });
    const one = await world.add({ name: 'Small', url: server.url });
    expect(one.server.state()).toMatchObject({
      type: 'failed',
      error: { type: 'unreachable', host: new URL(server.url).host },
      retryAt: expect.any(Number),
    });
    isDown = false;
    await vi.waitFor(() => expect(one.server.state().type).toBe('ready'), 5_000);
    expect(server.requests.map(({ method }) => method)).not.toContain('HEAD');
  });

  it('in one call is not quoted with words it never said', async () => {
    const { server, world } = await start({
      take({ message, request }) {
        if (message.method === 'tools/call') request.socket.destroy();
        return message.method === 'tools/call';
      },
    });
    await world.add({ name: 'Small', url: server.url });
    expect(await world.call('mcp__small__echo')).toEqual({
      type: 'error',
      errorType: 'network_error',
      message: 'The server "Small" cannot be reached. Whether it did anything is unknown. Try again later.',
    });
  });
});

it('fails one call where the server fails in that one', async () => {
  const tools = ['good', 'bad'].map((name) => ({ ...echo, name }));
  let finish: (result: object) => void = () => undefined;
  const { server, world } = await start({
    tools: () => tools,
    call: () => new Promise((resolve) => (finish = resolve)),
    take({ message, response }) {
      if (message.params?.name !== 'bad') return false;
      response.writeHead(500).end('oops');
      return true;
    },
  });
  const one = await world.add({ name: 'Small', url: server.url });
  const good = world.call('mcp__small__good');
  await vi.waitFor(() => expect(count(server, 'tools/call')).toBe(1));
  expect(await world.call('mcp__small__bad')).toMatchObject({ message: expect.stringContaining('(500)') });
  expect(one.server.state().type).toBe('ready');
  finish({ content: [{ type: 'text', text: 'fine' }] });
  expect(await good).toMatchObject({ result: expect.stringContaining('fine') });
});

it('knows the library’s errors also where a build has shortened their names', () => {
  const a = class extends InsufficientScopeError {};
  const b = class extends RegistrationRejectedError {};
  expect(explainLibrary(new a({}))).toEqual({ type: 'needs_sign_in' });
  const rejected = new b({ status: 500, body: 'no', submittedMetadata: {} as never });
  expect(explainLibrary(rejected)).toMatchObject({ type: 'needs_client_id' });
});
