/** The egress gate for tools that read public pages, for the reader service, and for keys of search services. */
import { describe, expect, it } from 'vitest';
import type { HostRules } from '#shared/agents/host-rules.ts';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { createEgress } from '#workers/network/egress.ts';
import type { SearchKey } from '#workers/network/search-key.ts';

type World = { reader?: string; key?: SearchKey | 'locked'; answer?: (url: string) => Response };

function setUp({ reader, key, answer = () => new Response('ok') }: World = {}) {
  const sent: { url: string; headers: Record<string, string>; redirect: string | undefined }[] = [];
  const egress = createEgress({
    fetch: async (input, init = {}) => {
      const url = String(input);
      sent.push({ url, headers: Object.fromEntries(new Headers(init.headers)), redirect: init.redirect });
      if (!url.startsWith('https://closed.example')) return answer(url);
      if (init.mode === 'no-cors') return Response.error();
      throw new TypeError('Failed to fetch');
    },
    online: () => true,
    pageProtocol: 'https:',
    isHostAllowed: (host) => host === 'localhost:9' || host === 'nas.local',
    relay: async () => undefined,
    reader: async () => reader,
    searchKey: async (id, url) =>
      id === 'search_1' && new URL(url).host.endsWith('own.local') ? key : undefined,
    gitToken: async () => undefined,
  });
  const ask = (change: Partial<NetworkRequest>, hosts?: HostRules) =>
    egress.request(
      { url: 'https://a.example/', method: 'GET', headers: {}, maxBytes: 1_000, ...change },
      new AbortController().signal,
      hosts,
    );
  return { sent, ask, egress };
}

describe('public pages only', () => {
  it('refuses private hosts, also one the user has allowed', async () => {
    const { sent, ask, egress } = setUp();
    for (const url of ['http://localhost:9/', 'http://nas.local/', 'http://10.0.0.1/', 'http://[::1]/'])
      expect(await ask({ url, publicOnly: true })).toMatchObject({
        errorType: 'permission_denied',
        message: expect.stringContaining('private address') as unknown,
      });
    expect(sent).toEqual([]);
    expect(await egress.check('http://localhost:9/', true)).toMatchObject({ type: 'refused' });
    expect(await egress.check('http://localhost:9/')).toEqual({ type: 'allowed' });
    expect(await ask({ url: 'http://localhost:9/' })).toMatchObject({ type: 'success' });
  });

  it('does not show what a redirect to an allowed private host brought', async () => {
    const inward = () => Object.defineProperty(new Response('secret'), 'url', { value: 'http://nas.local/' });
    expect(await setUp({ answer: inward }).ask({ publicOnly: true })).toMatchObject({
      errorType: 'permission_denied',
    });
    expect(await setUp({ answer: inward }).ask({})).toMatchObject({ type: 'success' });
  });
});

describe('the reader service', () => {
  const url = 'https://closed.example/a?b=1&c=2#d';

  it.each([
    ['https://reader.example/{url}', 'https://reader.example/https://closed.example/a?b=1&c=2'],
    [
      'https://reader.example/?u={url}&x=1',
      'https://reader.example/?u=https%3A%2F%2Fclosed.example%2Fa%3Fb%3D1%26c%3D2&x=1',
    ],
  ])('%s is asked where the server refuses pages, with the address alone', async (reader, asked) => {
    const { sent, ask } = setUp({ reader });
    const outcome = await ask({ url, reader: true, headers: { 'X-Mine': 'canary' } });
    expect(outcome).toMatchObject({ type: 'success', response: { url, reader: 'reader.example' } });
    expect(sent.at(-1)).toEqual({
      url: asked,
      headers: { accept: 'text/markdown, text/plain, */*;q=0.5' },
      redirect: 'error',
    });
  });

  it('is for reading, for tools that ask for it, and for servers that refuse', async () => {
    const { sent, ask } = setUp({ reader: 'https://reader.example/{url}' });
    expect(await ask({ url })).toMatchObject({ type: 'error' });
    expect(await ask({ url, reader: true, method: 'POST', body: 'x' })).toMatchObject({ type: 'error' });
    // The reader's own status and headers would be mistaken for those of the page.
    expect(await ask({ url, reader: true, method: 'HEAD' })).toMatchObject({ type: 'error' });
    expect(await ask({ reader: true })).toMatchObject({ type: 'success' });
    expect(sent.filter((each) => each.url.includes('reader'))).toEqual([]);
    expect(await setUp().ask({ url, reader: true })).toMatchObject({
      message: expect.stringContaining('reader service in Settings') as unknown,
    });
  });

  it.each<HostRules>([{ allow: ['closed.example'] }, { block: ['other.example'] }])(
    'is not asked for an agent with %j, which it could pass by',
    async (hosts) => {
      const { sent, ask } = setUp({ reader: 'https://reader.example/{url}' });
      expect(await ask({ url, reader: true }, hosts)).toMatchObject({
        errorType: 'network_error',
        message: expect.stringContaining('could follow a redirect past them') as unknown,
      });
      expect(sent.filter((each) => each.url.includes('reader'))).toEqual([]);
      expect(await ask({ url, reader: true }, {})).toMatchObject({ type: 'success' });
    },
  );

  it('whose answer is an error is named', async () => {
    const { ask } = setUp({
      reader: 'https://reader.example/{url}',
      answer: () => new Response('no', { status: 402 }),
    });
    expect(await ask({ url, reader: true })).toMatchObject({
      errorType: 'network_error',
      message: expect.stringContaining('reader.example answered 402') as unknown,
    });
  });
});

describe('the key of a search service', () => {
  const key: SearchKey = { headers: { 'X-Key': 'canary-key-123' }, secret: 'canary-key-123' };
  const own = { url: 'http://own.local/search?q=a', credentials: 'search:search_1' } as const;

  it('is added for its own host, which may be private, and cut from the answer', async () => {
    const { sent, ask } = setUp({ key, answer: () => new Response('you sent canary-key-123') });
    const outcome = await ask({ ...own, headers: { 'X-Key': 'mine' } });
    expect(sent).toEqual([{ url: own.url, headers: { 'x-key': 'canary-key-123' }, redirect: 'manual' }]);
    if (outcome.type !== 'success') throw new Error(outcome.message);
    expect(new TextDecoder().decode(outcome.response.body)).toBe('you sent …');
    const refused = setUp({ key, answer: () => new Response('bad key canary-k', { status: 401 }) });
    expect(JSON.stringify(await refused.ask(own))).not.toContain('canary');
  });

  it('is cut from results in any case, with other characters between, and in parts of eight characters', async () => {
    const secret = 'canary-0123456789abcdef';
    for (const form of [
      'CANARY-0123456789ABCDEF',
      'canary 0123 4567 89ab cdef',
      'ary-0123456789abcdef',
      'ary-01234',
      'N A R Y 0123',
      btoa(secret),
      Array.from(secret).reverse().join(''),
    ]) {
      const { ask } = setUp({
        key: { headers: {}, secret },
        answer: () => new Response(`you sent ${form}.`),
      });
      const outcome = await ask(own);
      if (outcome.type !== 'success') throw new Error(outcome.message);
      expect(new TextDecoder().decode(outcome.response.body)).toMatch(/^you sent ….{0,2}\.$/);
    }
    const { ask } = setUp({
      key: { headers: {}, secret },
      answer: () => new Response('A canary is a bird.'),
    });
    expect(
      new TextDecoder().decode(((await ask(own)) as { response: { body: Uint8Array } }).response.body),
    ).toBe('A canary is a bird.');
  });

  it.each([200, 400, 503])(
    'is cut from JSON with the status %i, and from the text of the status',
    async (status) => {
      const { ask } = setUp({
        key,
        answer: () => new Response('{"error":"bad key ary.KEY.123"}', { status, statusText: 'no canary-k' }),
      });
      expect(await ask(own)).toMatchObject({ response: { status, statusText: 'no …' } });
      const outcome = await ask(own);
      if (outcome.type !== 'success') throw new Error(outcome.message);
      expect(new TextDecoder().decode(outcome.response.body)).toBe('{"error":"bad key …"}');
    },
  );

  it('goes to no other host, not unlocked, and in the open to no public one', async () => {
    const { sent, ask } = setUp({ key });
    expect(await ask({ ...own, url: 'https://a.example/' })).toMatchObject({
      errorType: 'permission_denied',
    });
    expect(await ask({ ...own, url: 'no address' })).toMatchObject({ errorType: 'permission_denied' });
    expect(await ask({ ...own, credentials: 'search:search_2' })).toMatchObject({
      errorType: 'permission_denied',
    });
    expect(await setUp({ key: 'locked' }).ask(own)).toMatchObject({
      message: expect.stringContaining('unlock') as unknown,
    });
    expect(sent).toEqual([]);
  });

  it('fills its place in an address, and is in nothing that comes back', async () => {
    const secret = 'canary key/123';
    const url = 'http://own.local/{key}/search?q=%7Bkey%7D&k={key}';
    const filled = 'http://own.local/canary%20key%2F123/search?q=%7Bkey%7D&k=canary%20key%2F123';
    for (const answer of [
      () => Object.defineProperty(new Response('ok'), 'url', { value: filled }),
      () => new Response(`{"asked":"${filled}"}`),
      () => new Response('no', { status: 401, headers: { 'X-Asked': filled } }),
      () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' }),
    ]) {
      const { sent, ask } = setUp({ key: { headers: {}, secret }, answer });
      const outcome = await ask({ ...own, url });
      expect(sent.map((each) => each.url)).toEqual([filled]);
      const body = outcome.type === 'success' ? new TextDecoder().decode(outcome.response.body) : '';
      expect(JSON.stringify(outcome) + body).not.toMatch(/canary|key%2F123/);
    }
  });

  it('lets other private hosts stay refused', async () => {
    const { ask } = setUp({ key });
    expect(await ask({ url: 'http://own.local/search' })).toMatchObject({ errorType: 'permission_denied' });
  });
});

it('a redirect is told without the query of its address', async () => {
  const answer = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
  const outcome = await setUp({ answer }).ask({ url: 'https://a.example/p?token=canary', method: 'POST' });
  expect(outcome).toMatchObject({
    message: expect.stringContaining('https://a.example/p answered POST with a redirect') as unknown,
  });
  expect(JSON.stringify(outcome)).not.toContain('canary');
});
