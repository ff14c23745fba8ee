/**
 * The test button of each search service, through the real egress gate: its request, and its error message.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchKind } from '#shared/api/search.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { keyHeadersOf, originOf, type StoredService } from '#workers/domains/search/search-records.ts';
import { testService } from '#workers/domains/search/test-service.ts';
import { createEgress } from '#workers/network/egress.ts';
import type { Relay } from '#workers/network/relay.ts';
import { openAnswer, sampleAnswer } from '#tests/fixtures/search/sample-answers.ts';

beforeEach(() => void vi.stubGlobal('navigator', { language: 'en-GB' }));
afterEach(() => void vi.unstubAllGlobals());

const key = 'canary-key-123';
const relay: Relay = { url: 'https://relay.example/', headers: { 'X-Relay-Key': 'relay' } };
type Kind = Exclude<SearchKind, 'open'>;

const template = {
  url: 'https://json.example/?q={query}&n={count}',
  results: 'items',
  title: 'n',
  link: 'u',
};
const serviceOf = (kind: Kind): StoredService => ({
  id: 'search_1',
  kind,
  ...(kind === 'searxng' ? { baseUrl: 'https://searx.example' } : {}),
  ...(kind === 'json' ? { template } : {}),
});
const answerOf = (kind: Kind) =>
  kind === 'json' ? '{"items": [{"n": "Growing tomatoes", "u": "https://a.example/"}]}' : sampleAnswer(kind);

type World = {
  answer: (url: URL) => Response;
  /** The service sends no CORS headers, like Brave and Exa. */
  isClosed?: boolean;
  relay?: Relay | 'locked';
};

function setUp(service: SearchService, { answer, isClosed = false, ...world }: World) {
  const sent: { url: string; headers: Record<string, string> }[] = [];
  const egress = createEgress({
    fetch: async (input, init = {}) => {
      const url = new URL(String(input));
      const isRelay = url.host === 'relay.example';
      if (isClosed && !isRelay && init.mode === 'no-cors') return Response.error();
      sent.push({ url: url.href, headers: Object.fromEntries(new Headers(init.headers)) });
      if (isClosed && !isRelay) throw new TypeError('Failed to fetch');
      return answer(url);
    },
    online: () => true,
    pageProtocol: 'https:',
    isHostAllowed: () => false,
    relay: async () => world.relay,
    reader: async () => undefined,
    searchKey: async (_, url) =>
      service.kind !== 'open' && new URL(url).origin === originOf({ ...service, kind: service.kind })
        ? { headers: keyHeadersOf({ ...service, kind: service.kind }, key), secret: key }
        : undefined,
    gitToken: async () => undefined,
  });
  return { sent, run: () => testService(service, egress) };
}

describe.each(['brave', 'tavily', 'exa', 'searxng', 'json'] as const)('the test of %s', (kind) => {
  const service = serviceOf(kind);
  const isClosed = kind === 'brave' || kind === 'exa';
  const good = () => new Response(answerOf(kind));

  it('says what was found, with the key, through the relay where pages may not read it', async () => {
    const { sent, run } = setUp(service, { answer: good, isClosed, relay });
    expect(await run()).toEqual({
      ok: true,
      message: expect.stringContaining('Growing tomatoes') as unknown,
    });
    const { url = '', headers } = sent.at(-1) ?? {};
    expect(url.startsWith(isClosed ? `https://relay.example/${originOf(service)}` : originOf(service))).toBe(
      true,
    );
    expect(Object.values(headers ?? {}).join()).toContain(key);
  });

  it.each<[string, () => Response, RegExp]>([
    ['a wrong key', () => new Response('no', { status: 401 }), /answered 401 \(the key is missing, wrong/],
    ['too many requests', () => new Response('no', { status: 429 }), /answered 429 \(too many requests/],
    ['another form', () => new Response('{"a": 1}'), /answered in a form that is not known here/],
    ['a page', () => new Response('<html>'), /is no JSON/],
    ['its own error', () => new Response(key, { status: 500 }), /answered 500 \(a fault of the service/],
  ])('says what failed: %s', async (_, answer, pattern) => {
    const { run } = setUp(service, { answer, isClosed, relay });
    const { ok, message } = await run();
    expect(ok).toBe(false);
    expect(message).toMatch(pattern);
    expect(message).not.toContain(key);
  });

  it('says that the relay is missing, locked or refuses', async () => {
    const closed = { answer: good, isClosed: true };
    expect((await setUp(service, closed).run()).message).toMatch(/relay/i);
    expect((await setUp(service, { ...closed, relay: 'locked' }).run()).message).toMatch(
      /relay.*locked|locked.*relay/i,
    );
    const answer = () => new Response('wrong key', { status: 403, headers: { 'x-relay-error': 'key' } });
    expect((await setUp(service, { ...closed, answer, relay }).run()).message).toMatch(
      /The relay relay\.example refused the request: wrong key/,
    );
  });
});

it('the test of the open sources names those that failed', async () => {
  const answer = (url: URL) =>
    url.host === 'hn.algolia.com' ? new Response('', { status: 503 }) : new Response(openAnswer(url));
  const { run } = setUp({ id: 'search_open', kind: 'open' }, { answer });
  expect(await run()).toEqual({
    ok: true,
    message: expect.stringMatching(/^Tomato · Hacker News answered 503/) as unknown,
  });
});
