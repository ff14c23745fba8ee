/** A response is read to its end, so that the next request reuses the connection. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unknownTraits } from '#shared/models/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const reply = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

let server: Server;
let connections = 0;
let closed: Promise<void>[] = [];
/** Called after the reply: may send more data, and may end the response. */
let endLater: (write: (text: string) => void, end: () => void) => void = (_, end) => end();

beforeEach(async () => {
  [connections, closed] = [0, []];
  server = createServer((request, response) => {
    request.resume();
    closed.push(new Promise((resolve) => response.on('close', () => resolve())));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(reply);
    endLater(
      (text) => void response.write(text),
      () => void response.end(),
    );
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(): Promise<string[]> {
  const { port } = server.address() as AddressInfo;
  const provider = await loadProvider('openai-chat');
  const types: string[] = [];
  const events = provider.stream(
    { system: '', messages: [userMessage('Hello')], tools: [], media: new Map() },
    { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: '', model: 'm', traits: unknownTraits },
    { fetch, wait: async () => undefined, random: () => 0, online: () => true, pageProtocol: 'http:' },
    new AbortController().signal,
  );
  for await (const { type } of events) types.push(type);
  return types;
}

it('uses a connection again for the next request', async () => {
  // The response ends after the page has seen `[DONE]`, as on a real network.
  endLater = (_, end) => void setTimeout(end, 20);
  for (let request = 0; request < 6; request++) {
    expect(await ask()).toEqual(['text-delta', 'stop']);
    await closed.at(-1);
  }
  // A request in the same moment may still open a new connection.
  expect(connections).toBeLessThan(6);
});

it('hangs up on a server that goes on after its reply', async () => {
  let written = 0;
  endLater = (write) => {
    const timer = setInterval(() => {
      write(': more\n'.repeat(1_000));
      written++;
    }, 1);
    void closed.at(-1)?.then(() => clearInterval(timer));
  };
  expect(await ask()).toEqual(['text-delta', 'stop']);
  await closed.at(-1);
  expect(written).toBeLessThan(1_000);
});
