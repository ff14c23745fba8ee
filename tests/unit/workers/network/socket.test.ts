/** The egress gate for WebSockets: which are opened, what is said about the others, and the limits of messages. */
import { describe, expect, it, vi } from 'vitest';
import { openSocket, type SocketRequest, type SocketScope } from '#workers/network/socket.ts';
import type { RawSocket, SocketMessage } from '#workers/network/socket-messages.ts';

class FakeSocket extends EventTarget {
  binaryType: BinaryType = 'blob';
  bufferedAmount = 0;
  protocol = 'mqtt';
  sent: unknown[] = [];
  closed: number[] = [];
  send(data: unknown): void {
    this.sent.push(data);
  }
  close(code = 0): void {
    this.closed.push(code);
  }
  opens = () => this.dispatchEvent(new Event('open'));
  receives = (data: unknown) => this.dispatchEvent(Object.assign(new Event('message'), { data }));
  ends = (wasClean: boolean, code: number) =>
    this.dispatchEvent(Object.assign(new Event('close'), { wasClean, code }));
}

function setUp(pageProtocol = 'https:') {
  const raw = new FakeSocket();
  const opened: string[] = [];
  const logged: string[] = [];
  const allowed = new Set(['localhost:9']);
  const deps = {
    ...{ fetch, online: () => true, pageProtocol, isHostAllowed: (host: string) => allowed.has(host) },
    // The methods that the gate uses.
    connect: (url: string) => (opened.push(url), raw as unknown as RawSocket),
  };
  const stop = new AbortController();
  const open = (url: string, scope: Partial<SocketScope> = {}, request: Partial<SocketRequest> = {}) =>
    openSocket(
      { url, maxBytes: 10, ...request },
      { mayUseNetwork: true, onRequest: (each) => logged.push(each), ...scope },
      stop.signal,
      deps,
    );
  const ready = async (request: Partial<SocketRequest> = {}) => {
    const opening = open('wss://example.com/mqtt', {}, request);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    raw.opens();
    const outcome = await opening;
    if (outcome.type === 'error') throw new Error(outcome.message);
    return outcome.socket;
  };
  return { raw, opened, logged, allowed, open, ready, stop };
}

async function readAll(messages: AsyncIterable<SocketMessage>): Promise<SocketMessage[]> {
  const read: SocketMessage[] = [];
  for await (const message of messages) read.push(message);
  return read;
}

describe('a WebSocket', () => {
  it('is opened to a public host, or a private one that the user allowed, and is in the log', async () => {
    const { raw, opened, logged, open } = setUp();
    for (const url of ['wss://example.com/a', 'ws://localhost:9/b']) {
      const opening = open(url);
      await vi.waitFor(() => expect(opened).toContain(url));
      raw.opens();
      expect(await opening).toMatchObject({ type: 'success', socket: { protocol: 'mqtt' } });
    }
    expect(logged).toEqual(['wss://example.com/a', 'ws://localhost:9/b']);
  });

  it.each<[string, Partial<SocketScope>, string]>([
    ['wss://192.168.1.2/', {}, 'is a private address and is not allowed'],
    ['ws://localhost:9/', { publicOnly: true }, 'this tool reads public ones only'],
    ['wss://a.example.com/', { hosts: { allow: ['b.example.com'] } }, 'may not use a.example.com'],
    ['wss://a.example.com/', { hosts: { block: ['a.example.com:443'] } }, 'may not use a.example.com'],
    ['wss://example.com/', { mayUseNetwork: false }, 'may not use the network'],
    ['ws://example.com/', {}, 'Try wss://example.com.'],
    ['https://example.com/', {}, 'such as wss://example.com/path'],
    ['wss://', {}, 'such as wss://example.com/path'],
  ])('is not opened to %s with %o', async (url, scope, message) => {
    const { opened, logged, open } = setUp();
    const outcome = await open(url, scope);
    expect(outcome).toMatchObject({ type: 'error', message: expect.stringContaining(message) as string });
    expect([opened, logged]).toEqual([[], []]);
  });

  it('is not opened to an address with a password, which no message repeats', async () => {
    const { opened, open } = setUp();
    const outcome = await open('wss://user:secret@example.com/');
    expect(outcome).toMatchObject({ type: 'error', errorType: 'validation_error' });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(opened).toEqual([]);
  });

  it('asks for a private host, and opens it only if the user has allowed it', async () => {
    const { raw, opened, allowed, open } = setUp();
    const denied = { type: 'error', errorType: 'permission_denied', message: 'No.' } as const;
    expect(await open('wss://192.168.1.2/', { askForHost: async () => denied })).toEqual(denied);
    expect(await open('wss://192.168.1.2/', { askForHost: async () => undefined })).toMatchObject({
      errorType: 'permission_denied',
    });
    expect(opened).toEqual([]);
    const opening = open('wss://192.168.1.2/', { askForHost: async () => void allowed.add('192.168.1.2') });
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    raw.opens();
    expect(await opening).toMatchObject({ type: 'success' });
  });

  it('names the possible reasons if it does not open, because the browser names none', async () => {
    const { raw, opened, open } = setUp();
    const opening = open('wss://example.com/');
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    raw.ends(false, 1006);
    expect(await opening).toMatchObject({
      errorType: 'network_error',
      message: expect.stringContaining('the browser does not say why') as string,
    });
  });

  it('is closed by an abort, before and after it has opened', async () => {
    const early = setUp();
    const opening = early.open('wss://example.com/');
    await vi.waitFor(() => expect(early.opened).toHaveLength(1));
    early.stop.abort();
    expect(await opening).toMatchObject({ type: 'error', errorType: 'cancelled' });
    const late = setUp();
    const socket = await late.ready();
    late.stop.abort();
    expect(late.raw.closed).toEqual([1000]);
    await expect(readAll(socket.messages())).rejects.toMatchObject({ type: 'cancelled' });
    expect(() => socket.send('x')).toThrow('was stopped');
  });
});

describe('the messages of a WebSocket', () => {
  it('are read in order, those before the end as well', async () => {
    const { raw, ready } = setUp();
    const socket = await ready();
    raw.receives('one');
    raw.receives(new Uint8Array([1, 2]).buffer);
    raw.ends(true, 1000);
    expect(await readAll(socket.messages())).toEqual(['one', new Uint8Array([1, 2])]);
  });

  it('wait for the next one, and fail if the connection is lost', async () => {
    const { raw, ready } = setUp();
    const messages = (await ready()).messages();
    const first = messages.next();
    raw.receives('late');
    expect(await first).toEqual({ done: false, value: 'late' });
    const second = messages.next();
    raw.ends(false, 1006);
    await expect(second).rejects.toThrow('code 1006');
  });

  it('end with an error if one is over the limit', async () => {
    const { raw, ready } = setUp();
    const socket = await ready();
    raw.receives('ü'.repeat(6));
    expect(raw.closed).toEqual([1000]);
    await expect(readAll(socket.messages())).rejects.toThrow('more than 10 bytes');
  });

  it('are not sent over the limit, nor faster than the server takes them', async () => {
    const { raw, ready } = setUp();
    const socket = await ready();
    expect(() => socket.send('ü'.repeat(6))).toThrow('Send less');
    raw.bufferedAmount = 1e9;
    expect(() => socket.send('x')).toThrow('Wait');
    raw.bufferedAmount = 0;
    socket.send('x');
    socket.close();
    expect(raw.sent).toEqual(['x']);
    expect(() => socket.send('y')).toThrow('is closed');
  });
});
