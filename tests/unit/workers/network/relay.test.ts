/**
 * The egress gate and the user's relay: when it is used, what it is sent, and that the rules apply to its
 * answers.
 */
import { describeRefusal } from '#workers/network/explain-failure.ts';
import { describe, expect, it } from 'vitest';
import type { HostRules } from '#shared/agents/host-rules.ts';
import * as limits from '#shared/limits.ts';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { createEgress } from '#workers/network/egress.ts';
import type { Relay } from '#workers/network/relay.ts';

const relay: Relay = { url: 'https://relay.example/', headers: { 'X-Relay-Key': 'canary-relay-key' } };

type Sent = {
  url: string;
  method: string;
  headers: Record<string, string>;
  cache: RequestCache | undefined;
  redirect: string | undefined;
  body: unknown;
};

/** A fake browser: `closed` hosts answer, but their answers cannot be read. */
type World = { set?: Relay | 'locked' | undefined; answer?: () => Response | Promise<Response> };

function setUp(world: World = {}) {
  const { answer = () => new Response('through') } = world;
  const sent: Sent[] = [];
  let now = 'set' in world ? world.set : relay;
  const egress = createEgress({
    fetch: async (input, init = {}) => {
      const url = String(input);
      const { method = 'GET', redirect, body, cache } = init;
      const headers = Object.fromEntries(new Headers(init.headers));
      sent.push({ url, method, headers, redirect, body, cache });
      if (/^(https:\/\/(relay|other)\.example|http:\/\/localhost:8787)/.test(url)) return answer();
      if (init.mode === 'no-cors') return Response.error();
      throw new TypeError('Failed to fetch');
    },
    online: () => true,
    pageProtocol: 'https:',
    isHostAllowed: (host) => /^(nas\.local|192\.168\.1\.5:3000)$/.test(host),
    relay: async () => now,
    reader: async () => undefined,
    searchKey: async () => undefined,
    gitToken: async () => ({ username: 'ada', token: 'canary-token' }),
  });
  const ask = (change: Partial<NetworkRequest> = {}, hosts?: HostRules) =>
    egress.request(
      { url: 'https://closed.example/a?b=1#c', method: 'GET', headers: {}, maxBytes: 100, ...change },
      new AbortController().signal,
      hosts,
    );
  return { sent, ask, change: (next: typeof now) => void (now = next) };
}

const urls = (sent: Sent[]) => sent.map(({ url, method }) => `${method} ${url}`);
const errorOf = (outcome: Awaited<ReturnType<ReturnType<typeof setUp>['ask']>>) =>
  outcome.type === 'error' ? outcome.message : 'no error';

describe('a server that refuses pages', () => {
  it('is read through the relay, which the answer names', async () => {
    const { sent, ask } = setUp();
    const headers = { 'X-Mine': '1', 'X-Relay-Key': 'mine', 'X-Relay-Redirect': 'x' };
    const outcome = await ask({ headers, mayBeKept: true });
    expect(urls(sent)).toEqual([
      'HEAD https://closed.example/a?b=1#c',
      'HEAD https://closed.example/',
      'GET https://closed.example/a?b=1#c',
      'GET https://relay.example/https://closed.example/a?b=1',
    ]);
    expect(sent[3]?.headers).toEqual({
      ...{ 'x-mine': '1', 'x-relay-key': 'canary-relay-key' },
      // The request has an own header, so the browser follows no redirect, and neither does the relay.
      'x-relay-redirect': 'manual',
    });
    expect(sent[3]?.redirect).toBe('manual');
    expect(sent[3]?.cache).toBe('no-store');
    expect(JSON.stringify(sent.slice(0, 3))).not.toContain('canary');
    expect(outcome).toMatchObject({
      type: 'success',
      response: { status: 200, relay: 'relay.example', url: 'https://closed.example/a?b=1#c' },
    });
  });

  it.each([
    ['https://relay.example', 'https://relay.example/https://closed.example/'],
    ['https://relay.example/x', 'https://relay.example/x/https://closed.example/'],
    ['https://relay.example/?url=', 'https://relay.example/?url=https://closed.example/'],
    ['https://relay.example/?', 'https://relay.example/?https://closed.example/'],
  ])('has its address put behind %s', async (url, expected) => {
    const { sent, ask } = setUp({ set: { url, headers: {} } });
    await ask({ url: 'https://closed.example/' });
    expect(sent.at(-1)?.url).toBe(expected);
  });

  it('is asked through it at once from then on', async () => {
    const { sent, ask, change } = setUp();
    await ask();
    sent.length = 0;
    await ask({ method: 'POST', body: 'x' });
    expect(urls(sent)).toEqual(['POST https://relay.example/https://closed.example/a?b=1']);
    expect(sent[0]?.body).toBe('x');
    change(undefined);
    sent.length = 0;
    expect(errorOf(await ask())).toContain('A relay would help');
    expect(sent).toHaveLength(2);
  });

  it('is not sent by itself what it may have carried out', async () => {
    const { sent, ask } = setUp();
    const outcome = await ask({ method: 'POST', body: 'pay' });
    expect(urls(sent)).toEqual(['POST https://closed.example/a?b=1#c']);
    expect(errorOf(outcome)).toMatch(
      /may have carried out the request.*through the user's relay relay\.example/,
    );
    expect(await ask({ method: 'POST', body: 'pay' })).toMatchObject({ type: 'success' });
  });

  it.each([
    [undefined, /A relay would help: .*npm run relay -- --allow closed\.example"/],
    ['locked' as const, /its key is locked/],
  ])('without a usable relay (%s) says what would help', async (set, expected) => {
    const { sent, ask } = setUp({ set });
    expect(errorOf(await ask())).toMatch(expected);
    expect(sent).toHaveLength(2);
  });

  it('gives advice that can be followed on a phone', () => {
    const url = new URL('https://closed.example/');
    for (const relay of [undefined, 'far' as const])
      expect(describeRefusal(url, 'GET', 'cors', relay, true)).not.toMatch(/npm|--/);
  });

  it('at a plain http address is asked through the relay by any method, because the browser sends nothing', async () => {
    const { sent, ask } = setUp();
    const outcome = await ask({ url: 'http://closed.example/', method: 'POST', body: 'x' });
    expect(urls(sent).slice(1)).toEqual(['POST https://relay.example/http://closed.example/']);
    expect(outcome).toMatchObject({ type: 'success', response: { relay: 'relay.example' } });
    expect(errorOf(await setUp({ set: undefined }).ask({ url: 'http://closed.example/' }))).toContain(
      'Try https://',
    );
  });

  it('that is blocked for the agent is not asked through the relay either, and the relay needs no place on its list', async () => {
    const { sent, ask } = setUp();
    expect(await ask({}, { block: ['closed.example'] })).toMatchObject({ errorType: 'permission_denied' });
    expect(sent).toEqual([]);
    expect(await ask({}, { allow: ['closed.example'] })).toMatchObject({ type: 'success' });
    expect(sent.at(-1)?.headers['x-relay-redirect']).toBe('manual');
  });
});

describe('a server in the user’s own network that refuses pages', () => {
  const near: Relay = { url: 'http://localhost:8787/', headers: { 'X-Relay-Key': 'canary-relay-key' } };
  const refs = 'https://nas.local/a.git/info/refs?service=git-upload-pack';

  it.each([relay, undefined])(
    'is never named to a relay elsewhere; the error names one here (%j)',
    async (set) => {
      const { sent, ask } = setUp({ set });
      const outcome = await ask({ url: refs });
      expect(sent.map(({ url }) => url)).toEqual([refs]);
      expect(errorOf(outcome)).toContain('on this computer would help: ');
      expect(errorOf(outcome)).toContain('"npm run relay -- --private nas.local"');
      await ask({ url: refs });
      expect(sent.map(({ url }) => url)).toEqual([refs, refs]);
    },
  );

  it.each([
    'http://localhost:8787/',
    'https://nas.lan/relay',
    'https://192.168.1.9:8443/',
    'https://[fd00::1]/',
  ])('is read through a relay there (%s), which follows no redirect', async (url) => {
    const { sent, ask } = setUp({ set: { ...near, url } });
    await ask({ url: refs });
    expect(sent.map((each) => each.url.replace(/\/?(?=https:\/\/nas\.local)/, '/'))).toContain(
      `${url.replace(/\/$/, '')}/${refs}`,
    );
    expect(sent.at(-1)?.headers['x-relay-redirect']).toBe('manual');
  });

  it('gets a push through it after the first read', async () => {
    const { sent, ask } = setUp({ set: near });
    expect(await ask({ url: refs, credentials: 'git' })).toMatchObject({
      type: 'success',
      response: { relay: 'localhost:8787' },
    });
    sent.length = 0;
    await ask({ url: 'https://nas.local/a.git/git-receive-pack', method: 'POST', body: 'pack' });
    expect(urls(sent)).toEqual(['POST http://localhost:8787/https://nas.local/a.git/git-receive-pack']);
  });

  it('at a plain http address is reached from an https page through it', async () => {
    const { ask } = setUp({ set: near });
    const url = 'http://192.168.1.5:3000/api';
    expect(await ask({ url, method: 'POST', body: 'x' })).toMatchObject({
      response: { relay: 'localhost:8787' },
    });
    expect(errorOf(await setUp().ask({ url }))).toContain('plain http');
  });

  it('is not reached through it before the user has allowed the host, nor by tools for public pages', async () => {
    const { sent, ask } = setUp({ set: near });
    expect(await ask({ url: 'https://router.lan/' })).toMatchObject({ errorType: 'permission_denied' });
    expect(await ask({ url: refs, publicOnly: true })).toMatchObject({ errorType: 'permission_denied' });
    expect(sent).toEqual([]);
  });

  it('is not read if the relay says that another private host has answered', async () => {
    const answer = () => new Response('admin', { headers: { 'x-final-url': 'http://router.lan/' } });
    expect(await setUp({ set: near, answer }).ask({ url: refs })).toMatchObject({
      errorType: 'permission_denied',
    });
  });
});

describe('a git server that refuses pages', () => {
  const refs = 'https://closed.example/a.git/info/refs?service=git-upload-pack';

  it('gets the user’s token through the relay, which is told to follow no redirect', async () => {
    const answer = () => new Response('you sent canary-token', { status: 403 });
    const { sent, ask } = setUp({ answer });
    const outcome = await ask({ url: refs, credentials: 'git' });
    expect(sent.at(-1)?.headers).toEqual({
      authorization: `Basic ${btoa('ada:canary-token')}`,
      'x-relay-key': 'canary-relay-key',
      'x-relay-redirect': 'manual',
    });
    // Bare requests find the server; the direct one failed, and none that follows a redirect has the token.
    expect(urls(sent)).toEqual([
      ...[`HEAD ${refs}`, 'HEAD https://closed.example/'],
      ...[`GET ${refs}`, `GET https://relay.example/${refs}`],
    ]);
    expect(JSON.stringify(sent.slice(0, 2))).not.toContain('authorization');
    expect(outcome).toMatchObject({ type: 'success', response: { status: 403, relay: 'relay.example' } });
    expect(outcome.type === 'success' && new TextDecoder().decode(outcome.response.body)).toBe('you sent …');
  });

  it('does not see the token in the address that the relay says has answered', async () => {
    const final = 'https://closed.example/login?token=canary-token&ok=1';
    const { ask } = setUp({ answer: () => new Response('', { headers: { 'x-final-url': final } }) });
    expect(await ask({ url: refs, credentials: 'git' })).toMatchObject({
      response: { url: 'https://closed.example/login?token=…&ok=1' },
    });
  });

  it('gets the packs that follow through the relay at once', async () => {
    const { sent, ask } = setUp();
    await ask({ url: refs });
    sent.length = 0;
    await ask({ url: 'https://closed.example/a.git/git-upload-pack', method: 'POST', body: 'want' });
    expect(urls(sent)).toEqual(['POST https://relay.example/https://closed.example/a.git/git-upload-pack']);
  });
});

describe('an answer of the relay', () => {
  const from = (final: string) => ({
    answer: () => new Response('through', { headers: { 'x-final-url': final } }),
  });

  it('tells the address that answered, for which the rules of hosts hold', async () => {
    expect(await setUp(from('https://elsewhere.example/b')).ask()).toMatchObject({
      response: { url: 'https://elsewhere.example/b' },
    });
    expect(
      await setUp(from('https://elsewhere.example/')).ask({}, { block: ['elsewhere.example'] }),
    ).toMatchObject({
      errorType: 'permission_denied',
    });
    expect(await setUp(from('http://192.168.0.1/')).ask()).toMatchObject({ errorType: 'permission_denied' });
  });

  it('is read without its key, whether it is text or bytes', async () => {
    const bytes = new Uint8Array([0, 255, ...new TextEncoder().encode('canary-relay-key'), 1]);
    const answers: [Response, string][] = [
      [
        new Response('You sent CANARY-relay-key.', {
          headers: { 'content-type': 'text/html', 'x-sent': 'canary-relay-key' },
        }),
        'You sent ….',
      ],
      [
        new Response('{"key":"canary-relay-key"}', { headers: { 'content-type': 'application/json' } }),
        '{"key":"…"}',
      ],
      [new Response(bytes), `\0\ufffd${'*'.repeat(16)}\u0001`],
    ];
    for (const [response, expected] of answers) {
      const outcome = await setUp({ answer: () => response }).ask();
      if (outcome.type !== 'success') throw new Error(outcome.message);
      expect(new TextDecoder().decode(outcome.response.body)).toBe(expected);
      expect(JSON.stringify(outcome.response.headers)).not.toContain('canary');
    }
  });

  const page = (body: BodyInit, type?: string) => () =>
    new Response(body, type ? { headers: { 'content-type': type } } : {});

  it.each([
    ['a web page', 'text/html', '<p>ary-relay</p>', '<p>…</p>'],
    ['JSON', 'application/json; charset=utf-8', '{"k":"CANARY-R"}', '{"k":"…"}'],
    ['a script', 'application/javascript', 'k = "elay key"; ', 'k = "elay key"; '],
    ['a script with more of it', 'application/javascript', 'k = "relay-key"; ', 'k = "…"; '],
    ['text that has no type', undefined, 'C.a.n.a.r.y.r.e.', '….'],
    ['text that is called bytes', 'application/octet-stream', 'yek-yaler', '…'],
  ])('has no eight characters in a row of its key in %s', async (_, type, body, expected) => {
    const encoded = new TextEncoder().encode(body);
    const outcome = await setUp({ answer: page(encoded, type) }).ask();
    if (outcome.type !== 'success') throw new Error(outcome.message);
    expect(new TextDecoder().decode(outcome.response.body)).toBe(expected);
  });

  it('keeps bytes that are no text and hold no whole key', async () => {
    const bytes = new Uint8Array([0x1f, 0x8b, ...new TextEncoder().encode('canary-r'), 0xff]);
    const outcome = await setUp({ answer: page(bytes) }).ask();
    expect(outcome.type === 'success' && [...outcome.response.body]).toEqual([...bytes]);
  });

  it('keeps the characters of another encoding, without the whole key', async () => {
    const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
    const answer = page(latin('caf\u00e9 canary-relay-key ary-relay'), 'text/plain; charset=iso-8859-1');
    const outcome = await setUp({ answer }).ask();
    const expected = latin(`caf\u00e9 ${'*'.repeat(16)} ary-relay`);
    expect(outcome.type === 'success' && [...outcome.response.body]).toEqual([...expected]);
  });

  it.each([
    [999_000, '… …'],
    [1_001_000, `${'*'.repeat(16)} ary-relay`],
  ])('of %d bytes is searched for parts of the key, a longer one for the whole', async (length, expected) => {
    const answer = page(`${'.'.repeat(length)}\n\n\n\ncanary-relay-key ary-relay`, 'text/plain');
    const outcome = await setUp({ answer }).ask({ maxBytes: 2_000_000 });
    if (outcome.type !== 'success') throw new Error(outcome.message);
    expect(new TextDecoder().decode(outcome.response.body.slice(length))).toBe(`\n\n\n\n${expected}`);
  });

  it('that is a refusal is an error in its words, without its key', async () => {
    const answer = () =>
      new Response('No: canary-relay-key is wrong.\n', { status: 401, headers: { 'x-relay-error': 'key' } });
    const text = errorOf(await setUp({ answer }).ask());
    expect(text).toMatch(
      /The relay relay\.example refused the request: No: .* is wrong\. The user should enter its key/,
    );
    expect(text).not.toContain('canary');
  });

  it('that does not come is an error that says what to check', async () => {
    const answer = () => Promise.reject<Response>(new TypeError('Failed to fetch'));
    expect(errorOf(await setUp({ answer }).ask())).toMatch(/The relay relay\.example cannot be reached/);
  });

  it('is as long as any other may be', async () => {
    expect(await setUp().ask({ maxBytes: 3 })).toMatchObject({ response: { truncated: true } });
  });
});

describe('a body', () => {
  it('may be bytes, in both directions', async () => {
    const bytes = new Uint8Array([0, 255, 128, 10]);
    const { sent, ask } = setUp({ answer: () => new Response(bytes) });
    const outcome = await ask({ url: 'https://other.example/', method: 'POST', body: bytes });
    expect(sent[0]?.body).toEqual(bytes);
    expect(outcome.type === 'success' && [...outcome.response.body]).toEqual([...bytes]);
  });

  it('is refused where it is neither text nor bytes, or too long', async () => {
    const { sent, ask } = setUp();
    for (const body of [{ a: 1 }, [1], 5, new ArrayBuffer(2), new Uint8Array(limits.networkBytes + 1)])
      expect(await ask({ method: 'POST', body: body as never })).toMatchObject({
        errorType: 'validation_error',
      });
    expect(sent).toEqual([]);
  });

  it('is read up to the limit of the gate, whatever the tool asks for', async () => {
    let read = 0;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            read += 10_000_000;
            controller.enqueue(new Uint8Array(10_000_000));
          },
        }),
      );
    for (const maxBytes of [Infinity, NaN, -1, 1e12, 'all' as never]) {
      read = 0;
      const outcome = await setUp({ answer: endless }).ask({ url: 'https://other.example/', maxBytes });
      expect(outcome.type === 'success' && outcome.response.body.length).toBe(limits.networkBytes);
      expect(read).toBeLessThanOrEqual(limits.networkBytes + 20_000_000);
    }
  });
});
