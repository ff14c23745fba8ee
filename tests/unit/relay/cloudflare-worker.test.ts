/** The relay for Cloudflare Workers, with scripted answers of servers. */
import { describe, expect, it } from 'vitest';
import { relay } from '../../../relay/cloudflare-worker.js';

const env = { KEY: 'canary-relay-key', ALLOW: 'example.com *.example.org', MAX_MB: '0.001' };

type Sent = { url: string; init: RequestInit };

function setUp(answer: (url: string) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const ask = (path: string, init: RequestInit = {}, settings: Partial<typeof env> = env) =>
    relay(
      new Request(`https://relay.example/${path}`, {
        ...init,
        headers: { 'X-Relay-Key': 'canary-relay-key', ...(init.headers as Record<string, string>) },
      }),
      settings,
      async (input, given) => {
        // A copy, because the headers change before the next hop.
        sent.push({ url: String(input), init: { ...given, headers: new Headers(given?.headers) } });
        return answer(String(input));
      },
    );
  return { sent, ask };
}

const moved = (location: string) => new Response(null, { status: 302, headers: { location } });
const refusal = (response: Response) => [response.status, response.headers.get('x-relay-error')];

describe('the relay on Cloudflare', () => {
  it('fetches from allowed hosts, without cookies and its own key', async () => {
    const { sent, ask } = setUp(
      () => new Response('text', { headers: { 'set-cookie': 'a=b', 'x-own': 'yes' } }),
    );
    const response = await ask('https://example.com/a?b=1', { headers: { 'X-Mine': '1', Cookie: 'c=1' } });
    expect(await response.text()).toBe('text');
    expect(sent.map(({ url }) => url)).toEqual(['https://example.com/a?b=1']);
    expect(Object.fromEntries(new Headers(sent[0]?.init.headers))).toEqual({ 'x-mine': '1' });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('access-control-expose-headers')).toContain('x-own');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-final-url')).toBe('https://example.com/a?b=1');
  });

  it('refuses a wrong key, and every key if none is set or it is short', async () => {
    const { sent, ask } = setUp(() => new Response('text'));
    expect(refusal(await ask('https://example.com/', { headers: { 'X-Relay-Key': 'wrong' } }))).toEqual([
      401,
      'key',
    ]);
    const { KEY: _, ...open } = env;
    expect(refusal(await ask('https://example.com/', { headers: { 'X-Relay-Key': '' } }, open))).toEqual([
      401,
      'key',
    ]);
    const short = { ...env, KEY: 'k'.repeat(15) };
    expect(
      refusal(await ask('https://example.com/', { headers: { 'X-Relay-Key': short.KEY } }, short)),
    ).toEqual([401, 'key']);
    expect(sent).toEqual([]);
  });

  it.each([
    ['https://other.example/', 'not_allowed'],
    ['https://example.com:8080/', 'not_allowed'],
    ['http://127.0.0.1/', 'private_host'],
    ['http://[::1]/', 'private_host'],
    ['http://localhost/', 'private_host'],
    ['http://intranet/', 'private_host'],
  ])('refuses %s, also as a redirect', async (target, code) => {
    const { sent, ask } = setUp(() => moved(target));
    expect(refusal(await ask(target))).toEqual([403, code]);
    expect(sent).toEqual([]);
    expect(refusal(await ask('https://example.com/'))).toEqual([403, code]);
    expect(sent).toHaveLength(1);
  });

  it('follows a redirect, unless the page asks for it unfollowed', async () => {
    const { sent, ask } = setUp((url) =>
      url.startsWith('https://example.com') ? moved('https://www.example.org/x') : new Response('there'),
    );
    const headers = { Authorization: 'Basic abc' };
    const response = await ask('https://example.com/', { headers });
    expect(await response.text()).toBe('there');
    expect(sent.map(({ init }) => new Headers(init.headers).get('authorization'))).toEqual([
      'Basic abc',
      null,
    ]);
    expect((await ask('https://example.com/', { headers: { 'X-Relay-Redirect': 'manual' } })).status).toBe(
      302,
    );
    expect((await ask('https://example.com/', { method: 'POST', body: 'x' })).status).toBe(302);
  });

  it('cuts off a body that is too large, and reports an unreachable target', async () => {
    const long = setUp(() => new Response('x'.repeat(2_000)));
    await expect((await long.ask('https://example.com/')).text()).rejects.toThrow(/larger than 1000 bytes/);
    const gone = setUp(() => Promise.reject(new Error('no route')));
    expect(refusal(await gone.ask('https://example.com/'))).toEqual([502, 'unreachable']);
  });
});
