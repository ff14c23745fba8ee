/** The relay with real servers: what it fetches, what it rejects, and which headers it passes on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen, readBody } from '#tests/fixtures/web/listen.ts';
import { isPrivate } from '../../../relay/private-addresses.mjs';
import { createRelay } from '../../../relay/relay.mjs';

const key = 'canary-relay-key';
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(listener: RequestListener) {
  const { port, close } = await listen(createServer(listener));
  closers.push(close);
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` };
}

type Options = Partial<Parameters<typeof createRelay>[0]>;

async function startRelay(options: Options = {}): Promise<string> {
  const { port, close } = await listen(createRelay({ key, ...options }));
  closers.push(close);
  return `http://127.0.0.1:${port}/`;
}

/** A server that answers with the request it received, and records it. */
async function startEcho() {
  const heard: { url: string | undefined; method: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = await start((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url, method, headers } = request;
    heard.push({ url, method, headers });
    const body = await readBody(request);
    response.writeHead(200, { 'set-cookie': 'a=b', 'x-own': 'yes', 'clear-site-data': '"*"' });
    response.end(JSON.stringify({ url, method, headers, body }));
  }
  return { ...server, heard };
}

const get = (address: string, init: RequestInit = {}) =>
  fetch(address, {
    redirect: 'manual',
    ...init,
    headers: { 'X-Relay-Key': key, ...(init.headers as Record<string, string>) },
  });

async function refusalOf(response: Response) {
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  await response.text();
  return [response.status, response.headers.get('x-relay-error')];
}

describe('what passes', () => {
  it('method, headers and body there, status, headers and body back, without cookies and traces', async () => {
    const { host, url, heard } = await startEcho();
    const relay = await startRelay({ private: [host] });
    const headers = {
      Cookie: 'c=1',
      Origin: 'https://app.example',
      Referer: 'https://app.example/x',
      'X-Mine': '1',
    };
    const response = await get(`${relay}${url}/a?b=1#c`, { method: 'PUT', body: 'text', headers });
    expect(await response.json()).toMatchObject({ url: '/a?b=1', method: 'PUT', body: 'text' });
    expect(heard[0]?.headers['x-mine']).toBe('1');
    for (const name of ['cookie', 'origin', 'referer', 'x-relay-key', 'sec-fetch-mode'])
      expect(heard[0]?.headers).not.toHaveProperty(name);
    expect(heard[0]?.headers.host).toBe(host);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(response.headers.get('access-control-expose-headers')).toContain('x-own');
    expect(response.headers.get('x-final-url')).toBe(`${url}/a?b=1`);
    for (const name of ['set-cookie', 'clear-site-data']) expect(response.headers.get(name)).toBeNull();
  });

  it.each(['', '?'])('the address in other common forms: %s', async (before) => {
    const { host, url, heard } = await startEcho();
    const relay = await startRelay({ private: [host] });
    await get(`${relay}${before}${url}/a`);
    await get(`${relay}${url.replace('://', ':/')}/b`);
    expect(heard.map((each) => each.url)).toEqual(['/a', '/b']);
  });

  it('a preflight, with the headers that the page wants to send', async () => {
    const relay = await startRelay();
    const headers = { 'Access-Control-Request-Headers': 'x-relay-key,x-mine' };
    const response = await fetch(`${relay}https://example.com/`, { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toBe('x-relay-key,x-mine');
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
  });

  it('to a git server under the name of git', async () => {
    const { host, url, heard } = await startEcho();
    const relay = await startRelay({ private: [host] });
    await get(`${relay}${url}/a.git/info/refs?service=git-upload-pack`, {
      headers: { 'User-Agent': 'Mozilla' },
    });
    expect(heard[0]?.headers['user-agent']).toMatch(/^git\//);
  });

  it('each part of a stream as it comes, in both directions', async () => {
    const { host, url } = await start((request, response) => {
      response.writeHead(200);
      request.on('data', (part: Buffer) => response.write(`got ${part.toString()}`));
      request.on('end', () => response.end());
    });
    const relay = await startRelay({ private: [host] });
    const sent = ask(`${relay}${url}/`, { method: 'POST', headers: { 'x-relay-key': key } });
    const answer = new Promise<string[]>((resolve, reject) => {
      sent.on('error', reject).on('response', (response) => {
        const parts: string[] = [];
        response.on('data', (part: Buffer) => {
          parts.push(part.toString());
          // The client sends the second part only after it has received the answer to the first.
          if (parts.length === 1) sent.end('two');
        });
        response.on('end', () => resolve(parts));
      });
    });
    sent.write('one');
    expect(await answer).toEqual(['got one', 'got two']);
  });
});

describe('what is refused', () => {
  it.each([undefined, '', 'wrong', `${key}x`])('without the key: %s', async (given) => {
    const { host, url, heard } = await startEcho();
    const relay = await startRelay({ private: [host] });
    const response = await fetch(
      `${relay}${url}/`,
      given === undefined ? {} : { headers: { 'X-Relay-Key': given } },
    );
    expect(await refusalOf(response)).toEqual([401, 'key']);
    expect(heard).toEqual([]);
  });

  it('hosts that are not on the list, and other ports', async () => {
    const { host, url, heard } = await startEcho();
    const lookup = vi.fn(async () => [{ address: '93.184.215.14', family: 4 }]);
    const relay = await startRelay({ allow: ['example.com', '*.example.org', 'example.net:8080'], lookup });
    const targets = [
      url,
      `http://${host}`,
      'https://example.com.evil.example/',
      'https://notexample.com/',
      'https://example.org/',
      'https://example.com:8443/',
      'https://example.net/',
    ];
    for (const target of targets)
      expect(await refusalOf(await get(relay + target))).toEqual([403, 'not_allowed']);
    expect(lookup).not.toHaveBeenCalled();
    expect(heard).toEqual([]);
  });

  it.each([
    '',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user:word@example.com/',
    'javascript:alert(1)',
    'http://',
  ])('what is no address of a web server: %s', async (target) => {
    const relay = await startRelay({ allow: ['*'], private: ['*'] });
    expect(await refusalOf(await get(relay + target))).toEqual([400, 'bad_target']);
  });

  it('private addresses, by number in any spelling and by name', async () => {
    const { port, heard } = await startEcho();
    const relay = await startRelay({ allow: ['*', `*:${port}`] });
    const names = [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
    ];
    for (const name of names)
      expect([name, ...(await refusalOf(await get(`${relay}http://${name}:${port}/`)))]).toEqual([
        name,
        403,
        'private_host',
      ]);
    expect(heard).toEqual([]);
  });

  it('a name of the list that resolves to a private address, or to that among others', async () => {
    const { port, heard } = await startEcho();
    const answers = [
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
      [{ address: '::ffff:127.0.0.1', family: 6 }],
    ];
    const relay = await startRelay({
      allow: [`rebind.example:${port}`],
      lookup: async () => answers.shift() ?? [],
    });
    for (let each = 0; each < 3; each++)
      expect(await refusalOf(await get(`${relay}http://rebind.example:${port}/`))).toEqual([
        403,
        'private_host',
      ]);
    expect(await refusalOf(await get(`${relay}http://rebind.example:${port}/`))).toEqual([
      502,
      'unreachable',
    ]);
    expect(heard).toEqual([]);
  });

  it('resolving a name twice: the connection uses the checked address', async () => {
    const { port, heard } = await startEcho();
    const lookup = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }]);
    const relay = await startRelay({ private: [`named.example:${port}`], lookup });
    const response = await get(`${relay}http://named.example:${port}/`);
    expect(response.status).toBe(200);
    expect(heard[0]?.headers.host).toBe(`named.example:${port}`);
    expect(lookup).toHaveBeenCalledTimes(1);
  });
});

describe('redirects', () => {
  async function startRedirect(to: () => string, status = 302) {
    return start((_request, response) => response.writeHead(status, { location: to() }).end());
  }

  it('are followed, and the final address is returned; a password is not sent to another origin', async () => {
    const { host, url, heard } = await startEcho();
    const first = await startRedirect(() => `${url}/there`);
    const relay = await startRelay({ private: [host, first.host] });
    const response = await get(`${relay}${first.url}/`, { headers: { Authorization: 'Basic abc' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-final-url')).toBe(`${url}/there`);
    expect(heard[0]?.headers).not.toHaveProperty('authorization');
    await get(`${relay}${url}/`, { headers: { Authorization: 'Basic abc' } });
    expect(heard[1]?.headers.authorization).toBe('Basic abc');
  });

  it('to a private address or a host that is not on the list are refused', async () => {
    const { url, heard } = await startEcho();
    let to = `${url}/`;
    const first = await startRedirect(() => to);
    const lookup = async () => [{ address: '10.0.0.1', family: 4 }];
    const relay = await startRelay({ private: [first.host], allow: ['*'], lookup });
    const targets = {
      [`${url}/`]: 'not_allowed',
      'http://127.0.0.1/': 'private_host',
      'http://inside.example/': 'private_host',
    };
    for (const [target, code] of Object.entries(targets)) {
      to = target;
      expect(await refusalOf(await get(`${relay}${first.url}/`))).toEqual([403, code]);
    }
    to = 'file:///etc/passwd';
    expect(await refusalOf(await get(`${relay}${first.url}/`))).toEqual([400, 'bad_target']);
    expect(heard).toEqual([]);
  });

  it('end after five', async () => {
    let visits = 0;
    const loop = await startRedirect(() => `/${++visits}`);
    const relay = await startRelay({ private: [loop.host] });
    expect(await refusalOf(await get(`${relay}${loop.url}/`))).toEqual([502, 'redirects']);
    expect(visits).toBe(6);
  });

  it('are returned unfollowed after a request with a body, or if the page asks for that', async () => {
    const { host, url, heard } = await startEcho();
    const first = await startRedirect(() => `${url}/`, 307);
    const relay = await startRelay({ private: [host, first.host] });
    const answers = [
      await get(`${relay}${first.url}/`, { method: 'POST', body: 'x' }),
      await get(`${relay}${first.url}/`, { headers: { 'X-Relay-Redirect': 'manual' } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(307);
      expect(answer.headers.get('location')).toBe(`${url}/`);
    }
    expect(heard).toEqual([]);
  });
});

describe('a key', () => {
  it.each(['', 'short', 'k'.repeat(15)])('of fewer than 16 characters is refused: %j', async (short) => {
    expect(() => createRelay({ key: short })).toThrow(/at least 16/);
    for (const [flags, variable] of [
      [['--key', short], 'canary-relay-key'],
      [[], short],
    ] as const) {
      const relay = spawn(process.execPath, ['relay/start.mjs', '--allow', '*', '--port', '0', ...flags], {
        env: { ...process.env, RELAY_KEY: variable },
      });
      closers.push(async () => void relay.kill());
      const said = text(relay.stderr);
      expect(await once(relay, 'close')).toEqual([1, null]);
      expect(await said).toContain('at least 16');
    }
  });
});

describe('limits', () => {
  it('of an answer: refused if its length is declared, cut off otherwise', async () => {
    const told = await start((_request, response) => response.end('x'.repeat(2_000)));
    const untold = await start((_request, response) => {
      response.write('x'.repeat(500));
      response.end('x'.repeat(1_500));
    });
    const relay = await startRelay({ private: [told.host, untold.host], maxBytes: 1_000 });
    expect(await refusalOf(await get(`${relay}${told.url}/`))).toEqual([413, 'too_large']);
    await expect(get(`${relay}${untold.url}/`).then((answer) => answer.text())).rejects.toThrow();
  });

  it('of a body', async () => {
    const { host, url } = await startEcho();
    const relay = await startRelay({ private: [host], maxBytes: 1_000 });
    const body = 'x'.repeat(2_000);
    expect(await refusalOf(await get(`${relay}${url}/`, { method: 'POST', body }))).toEqual([
      413,
      'too_large',
    ]);
  });

  it('of time, before the answer and during it', async () => {
    const silent = await start(() => undefined);
    const slow = await start((_request, response) => void response.write('x'));
    const relay = await startRelay({ private: [silent.host, slow.host], seconds: 0.3 });
    expect(await refusalOf(await get(`${relay}${silent.url}/`))).toEqual([504, 'timeout']);
    await expect(get(`${relay}${slow.url}/`).then((answer) => answer.text())).rejects.toThrow();
  });

  it('of requests with the key in a minute', async () => {
    const { host, url, heard } = await startEcho();
    const relay = await startRelay({ private: [host], perMinute: 3 });
    await fetch(`${relay}${url}/`);
    const answers = [];
    for (let each = 0; each < 4; each++) answers.push((await get(`${relay}${url}/`)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    expect(heard).toHaveLength(3);
  });

  it('of wrong keys, which take nothing from requests with the key', async () => {
    const { host, url, heard } = await startEcho();
    const relay = await startRelay({ private: [host] });
    const answers = new Set<number>();
    for (let each = 0; each < 121; each++) answers.add((await fetch(`${relay}${url}/`)).status);
    expect([...answers]).toEqual([401, 429]);
    expect((await get(`${relay}${url}/`)).status).toBe(200);
    expect(heard).toHaveLength(1);
  });

  it('of silent connections, which leave room for requests with the key', async () => {
    const { host, url } = await startEcho();
    const relay = await startRelay({ private: [host] });
    const sockets = Array.from({ length: 200 }, () => connect(Number(new URL(relay).port), '127.0.0.1'));
    closers.push(async () => sockets.forEach((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect((await get(`${relay}${url}/`)).status).toBe(200);
  });

  it('of the time for headers', async () => {
    const relay = await startRelay({ headerSeconds: 0.1 });
    const socket = connect(Number(new URL(relay).port), '127.0.0.1');
    socket.resume().write('GET / HTTP/1.1\r\nX-Slow: ');
    await once(socket, 'close');
  });

  it('end a request whose page has gone', async () => {
    const closed = vi.fn();
    const { host, url } = await start((_request, response) => {
      response.on('close', closed);
      response.write('x');
    });
    const relay = await startRelay({ private: [host] });
    const stop = new AbortController();
    await get(`${relay}${url}/`, { signal: stop.signal });
    stop.abort();
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  });

  it('a target that does not answer is reported as such', async () => {
    const { port, close } = await listen(createServer());
    await close();
    const relay = await startRelay({ private: [`127.0.0.1:${port}`] });
    expect(await refusalOf(await get(`${relay}http://127.0.0.1:${port}/`))).toEqual([502, 'unreachable']);
  });
});

describe('an address', () => {
  it.each([
    ['8.8.8.8', false],
    ['93.184.215.14', false],
    ['2606:4700::1111', false],
    ['10.1.2.3', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['127.255.255.255', true],
    ['0.0.0.0', true],
    ['224.0.0.1', true],
    ['255.255.255.255', true],
    ['::1', true],
    ['::', true],
    ['fe80::1', true],
    ['fd00::1', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:8.8.8.8', true],
    ['64:ff9b::7f00:1', true],
    ['2002:7f00:1::', true],
    ['2001:0:7f00:1::', true],
    ['2001:db8::1', true],
    ['ff02::1', true],
  ])('%s is private: %s', (address, expected) => {
    expect(isPrivate(address)).toBe(expected);
  });
});
