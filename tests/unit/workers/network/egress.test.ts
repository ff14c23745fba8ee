import { describe, expect, it } from 'vitest';
import type { HostRules } from '#shared/agents/host-rules.ts';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { literalSpace, type SpacedInit } from '#workers/network/address-space.ts';
import { createEgress } from '#workers/network/egress.ts';
import { classifyHost } from '#workers/network/host-class.ts';
import { readBounded } from '#workers/network/read-bounded.ts';

describe('classifyHost', () => {
  it.each([
    'http://localhost',
    'http://LOCALHOST.',
    'http://a.localhost',
    'http://127.0.0.1',
    'http://127.1',
    'http://0x7f.1',
    'http://2130706433',
    'http://0.0.0.0',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.0.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://[::1]',
    'http://[::]',
    'http://[fc00::1]',
    'http://[fe80::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://router',
    'http://nas.local',
    'http://db.internal',
    'http://127.0.0.1.nip.io',
    'http://localtest.me',
    'http://[::127.0.0.1]',
    'http://fritz.box',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://printer.home.arpa',
  ])('%s is private', async (url) => {
    expect(await classifyHost(new URL(url).hostname)).toBe('private');
  });

  it.each([
    'https://example.com',
    'http://8.8.8.8',
    'http://[2606:4700::1111]',
    'https://api.openai.com',
    'https://例え.jp',
  ])('%s is public', async (url) => {
    expect(await classifyHost(new URL(url).hostname)).toBe('public');
  });
});

describe('literalSpace', () => {
  it.each([
    ['http://localhost', 'loopback'],
    ['http://a.localhost.', 'loopback'],
    ['http://127.9.1.1', 'loopback'],
    ['http://2130706433', 'loopback'],
    ['http://[::1]', 'loopback'],
    ['http://10.1.2.3', 'local'],
    ['http://192.168.0.1', 'local'],
    ['http://172.31.0.1', 'local'],
    ['http://100.64.0.1', 'local'],
    ['http://169.254.1.1', 'local'],
    ['http://[fd00::1]', 'local'],
    ['http://[fe80::1]', 'local'],
    ['http://172.32.0.1', undefined],
    ['http://8.8.8.8', undefined],
    ['http://nas.local', undefined],
    ['http://localhost.example.com', undefined],
    ['http://10.example.com', undefined],
  ])('%s: %s', (url, space) => {
    expect(literalSpace(new URL(url).hostname)).toBe(space);
  });
});

describe('the egress gate', () => {
  function setUp(answer: () => Promise<Response>) {
    const sent: { url: string; init: RequestInit | undefined }[] = [];
    const egress = createEgress({
      fetch: async (url, init) => {
        sent.push({ url: String(url), init });
        return answer();
      },
      online: () => true,
      pageProtocol: 'https:',
      isHostAllowed: (host) => host === 'localhost:9',
      relay: async () => undefined,
      reader: async () => undefined,
      searchKey: async () => undefined,
      gitToken: async () => undefined,
    });
    const get = (url: string, method = 'GET') =>
      egress.request({ url, method, headers: {}, maxBytes: 10 }, new AbortController().signal);
    return { sent, get, egress };
  }

  it('sends no credentials and no referrer', async () => {
    const { sent, get } = setUp(async () => new Response('ok'));
    await get('https://example.com/');
    expect(sent[0]?.init).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'follow',
    });
  });

  it('lets the browser keep an answer only where the request says so and carries no key', async () => {
    const { sent, egress } = setUp(async () => new Response('ok'));
    const ask = async (more: Partial<NetworkRequest>) =>
      egress.request(
        { url: 'https://example.com/', method: 'GET', headers: {}, maxBytes: 10, ...more },
        new AbortController().signal,
      );
    await ask({});
    await ask({ mayBeKept: true });
    const git = 'https://example.com/a.git/info/refs?service=git-upload-pack';
    await ask({ url: git, mayBeKept: true, credentials: 'git' });
    expect(sent.map(({ init }) => init?.cache)).toEqual(['no-store', 'default', 'no-store']);
  });

  it.each([
    ['https://example.com/', ['public', 'public']],
    // A request to a private host follows no redirect, so there is no second request that finds the cause of
    // a failure.
    ['http://localhost:9/', [undefined]],
  ])(
    'declares the address space of %s, also for the request that finds out why one failed',
    async (url, spaces) => {
      const { sent, get } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
      await get(url);
      const declared = sent.map(({ init }) => (init as SpacedInit | undefined)?.targetAddressSpace);
      expect(declared).toEqual(spaces);
    },
  );

  it("keeps to the agent's lists of hosts, also after a redirect", async () => {
    const elsewhere = Object.defineProperty(new Response('text'), 'url', {
      value: 'https://blocked.example/',
    });
    const { sent, egress } = setUp(async () => elsewhere);
    const ask = (url: string, hosts: HostRules) =>
      egress.request({ url, method: 'GET', headers: {}, maxBytes: 10 }, new AbortController().signal, hosts);
    const refused = { type: 'error', errorType: 'permission_denied' };
    expect(await ask('https://example.com/', { allow: ['other.example'] })).toMatchObject(refused);
    expect(await ask('https://blocked.example/', { block: ['blocked.example'] })).toMatchObject(refused);
    expect(sent).toEqual([]);
    // A redirect to a blocked host is detected afterwards; with a list of allowed hosts, no redirect is
    // followed.
    const misled = await ask('https://example.com/', { block: ['blocked.example'] });
    expect(misled).toMatchObject(refused);
    // A server could put words for the model into the name of a host.
    expect(JSON.stringify(misled)).not.toContain('blocked.example');
    await ask('https://example.com/', { allow: ['example.com'] });
    expect(sent.map(({ init }) => init?.redirect)).toEqual(['follow', 'manual']);
  });

  it('never follows a redirect with a body, or from a private host', async () => {
    const { sent, get } = setUp(async () => new Response('ok'));
    await get('https://example.com/', 'POST');
    await get('http://localhost:9/');
    expect(sent.map(({ init }) => init?.redirect)).toEqual(['manual', 'manual']);
  });

  it('sends no request to a private host that is not allowed', async () => {
    const { sent, get } = setUp(async () => new Response('ok'));
    expect(await get('http://localhost:8/')).toMatchObject({ type: 'error', errorType: 'permission_denied' });
    expect(sent).toEqual([]);
  });

  it('discards a response that finally came from a private host', async () => {
    const { get } = setUp(async () =>
      Object.defineProperty(new Response('secret'), 'url', { value: 'http://192.168.1.1/' }),
    );
    expect(await get('https://example.com/')).toMatchObject({
      type: 'error',
      errorType: 'permission_denied',
    });
  });

  it('asks to check an address only where the model gave it', async () => {
    const { egress } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    const told = async (own: Pick<NetworkRequest, 'isOwnAddress'>) => {
      const request = {
        url: 'https://pypi.org/simple/six/',
        method: 'GET',
        headers: {},
        maxBytes: 10,
        ...own,
      };
      const outcome = await egress.request(request, new AbortController().signal);
      return outcome.type === 'error' ? outcome.message : '';
    };
    expect(await told({})).toMatch(/Cannot reach pypi\.org: .* Check the address\./);
    expect(await told({ isOwnAddress: true })).toMatch(
      /Cannot reach pypi\.org: .* no internet: tell the user/,
    );
    expect(await told({ isOwnAddress: true })).not.toContain('address');
  });

  it('distinguishes a server without CORS from a missing one', async () => {
    let calls = 0;
    const cors = setUp(() =>
      ++calls === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response()),
    );
    expect(await cors.get('https://example.com/')).toMatchObject({
      errorType: 'network_error',
      message: expect.stringContaining('CORS') as string,
    });
    const gone = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await gone.get('https://example.com/')).toMatchObject({
      message: expect.stringContaining('Cannot reach') as string,
    });
    expect(await gone.get('http://example.com/')).toMatchObject({
      message: expect.stringContaining('plain http') as string,
    });
  });
});

describe('a failed request that may not follow a redirect', () => {
  const address = 'https://redirector.example/to?url=https://listener.example/&d=4711';
  const key = { headers: {}, secret: 'canary-search-key' };

  /** A browser in which every preflight fails; `no-cors` requests follow all redirects. */
  function setUp() {
    const visited: string[] = [];
    const egress = createEgress({
      fetch: async (input, init) => {
        visited.push(String(input));
        if (init?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
        const target = new URL(String(input)).searchParams.get('url');
        if (target) visited.push(target);
        return Response.error();
      },
      online: () => true,
      pageProtocol: 'https:',
      isHostAllowed: (host) => host === 'nas.local',
      relay: async () => undefined,
      reader: async () => undefined,
      searchKey: async () => key,
      gitToken: async () => undefined,
    });
    return { visited, egress };
  }

  it.each<[string, Partial<NetworkRequest>, HostRules?]>([
    ['of an agent with a list of allowed hosts', {}, { allow: ['redirector.example'] }],
    ['with a method that writes', { method: 'POST', body: 'x' }],
    ['to a private host', { url: 'https://nas.local/?url=https://listener.example/' }],
    ['with the key of a search service', { credentials: 'search:mine' }],
  ])('%s goes to no other host, and its error says both causes', async (_, change, hosts) => {
    const { visited, egress } = setUp();
    const request = { url: address, method: 'GET', headers: { 'X-A': '1' }, maxBytes: 10, ...change };
    const outcome = await egress.request(request, new AbortController().signal, hosts);
    const { host } = new URL(request.url);
    expect(new Set(visited.map((each) => new URL(each).host))).toEqual(new Set([host]));
    expect(outcome).toMatchObject({
      errorType: 'network_error',
      message: expect.stringMatching(/cannot be reached, or it does not let web pages read it/) as string,
    });
  });
});

describe('a request that needs a preflight', () => {
  type Sent = { method: string; url: string; init: SpacedInit };

  /** A browser in which `rebound.example` has a private address: only preflights are not stopped. */
  function setUp() {
    const sent: Sent[] = [];
    const egress = createEgress({
      fetch: async (input, init: SpacedInit = {}) => {
        sent.push({ method: init.method ?? 'GET', url: String(input), init });
        if (String(input).includes('rebound')) throw new TypeError('Failed to fetch');
        return new Response('here');
      },
      online: () => true,
      pageProtocol: 'https:',
      isHostAllowed: () => false,
      relay: async () => undefined,
      reader: async () => undefined,
      searchKey: async () => undefined,
      gitToken: async () => undefined,
    });
    const ask = (change: Partial<NetworkRequest>) =>
      egress.request(
        { url: 'https://rebound.example/a', method: 'GET', headers: {}, maxBytes: 10, ...change },
        new AbortController().signal,
      );
    return { sent, ask };
  }

  const preflighted: [string, Partial<NetworkRequest>][] = [
    ['an own header', { headers: { 'X-A': '1' } }],
    ['a method', { method: 'DELETE' }],
    ['OPTIONS', { method: 'OPTIONS' }],
    ['JSON', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }],
    ['a value', { headers: { Accept: '{'.repeat(3) } }],
  ];

  it.each(preflighted)(
    'for %s is not sent to an address that does not answer a bare one',
    async (_, change) => {
      const { sent, ask } = setUp();
      expect(await ask(change)).toMatchObject({ errorType: 'network_error' });
      expect(sent.map(({ method, init }) => [method, [...new Headers(init.headers)], init.body])).toEqual([
        ['HEAD', [], undefined],
        ['HEAD', [], undefined],
      ]);
      expect(sent.map(({ init }) => init.targetAddressSpace)).toEqual(['public', 'public']);
    },
  );

  it.each(preflighted)('for %s follows no redirect, whose preflight could reach one', async (_, change) => {
    const { sent, ask } = setUp();
    expect(await ask({ ...change, url: 'https://open.example/a' })).toMatchObject({ type: 'success' });
    expect(sent.map(({ method }) => method)).toEqual(['HEAD', change.method ?? 'GET']);
    expect(sent[1]?.init.redirect).toBe('manual');
  });

  it.each<[string, Partial<NetworkRequest>]>([
    ['a page', {}],
    ['JSON', { headers: { Accept: 'application/json' } }],
    [
      'a form',
      { method: 'POST', body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    ],
  ])('is not what asks for %s', async (_, change) => {
    const { sent, ask } = setUp();
    await ask({ ...change, url: 'https://open.example/a' });
    expect(sent).toHaveLength(1);
  });
});

describe('readBounded', () => {
  it('stops reading an endless body at the limit and cancels it', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
      cancel: () => void (cancelled = true),
    });
    const { bytes, truncated } = await readBounded(endless, 2500);
    expect([bytes.length, truncated, cancelled]).toEqual([2500, true, true]);
  });

  it('keeps a body that fits exactly', async () => {
    expect(await readBounded(new Response('12345').body, 5)).toMatchObject({ truncated: false });
    expect(await readBounded(null, 5)).toEqual({ bytes: new Uint8Array(), truncated: false });
  });
});
