/** Tokens for git servers: where the egress gate adds them, and that no answer contains them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { createEgress } from '#workers/network/egress.ts';
import type { FindGitToken } from '#workers/network/git-token.ts';

const token = 'canary-9f8e7d6c5b';
const basic = `Basic ${btoa(`ada:${token}`)}`;
const refs = (origin: string) => `${origin}/team/app.git/info/refs?service=git-upload-pack`;

function setUp(answer: () => Response = () => new Response('ok'), find?: FindGitToken) {
  const sent: { url: string; authorization: string | null; redirect: string | undefined }[] = [];
  const known = new Set(['git.example', 'nas.local', 'localhost:3000']);
  const egress = createEgress({
    fetch: async (input, init = {}) => {
      const authorization = new Headers(init.headers).get('authorization');
      sent.push({ url: String(input), authorization, redirect: init.redirect });
      return answer();
    },
    online: () => true,
    pageProtocol: 'http:',
    isHostAllowed: (host) => host === 'localhost:3000',
    relay: async () => undefined,
    reader: async () => undefined,
    searchKey: async () => undefined,
    gitToken: find ?? (async (host) => (known.has(host) ? { username: 'ada', token } : undefined)),
  });
  /** Sends a request without `credentials`. */
  const plain = (url: string, more: Partial<NetworkRequest> = {}) =>
    egress.request(
      { url, method: 'GET', headers: {}, maxBytes: 1_000_000, ...more },
      new AbortController().signal,
    );
  const ask: typeof plain = (url, more) => plain(url, { credentials: 'git', ...more });
  return { sent, ask, plain };
}

const answered =
  (type: string, status = 200) =>
  (body: string | Uint8Array<ArrayBuffer>) =>
  () =>
    new Response(body, { status, headers: { 'Content-Type': type } });

describe('a token', () => {
  it('is added for its own host, over https, and no redirect is followed with it', async () => {
    const { sent, ask } = setUp();
    await ask(refs('https://git.example'));
    await ask('https://git.example/team/app.git/git-receive-pack', { method: 'POST', body: 'x' });
    // A bare request goes before each, without the token.
    expect(sent.map(({ authorization }) => authorization)).toEqual([null, basic, null, basic]);
    expect(new Set(sent.map(({ redirect }) => redirect))).toEqual(new Set(['manual']));
  });

  it('is added over http for a private host that the user allowed', async () => {
    const { sent, ask } = setUp();
    await ask(refs('http://localhost:3000'));
    expect(sent[0]?.authorization).toBe(basic);
    expect(await ask(refs('http://nas.local'))).toMatchObject({ errorType: 'permission_denied' });
    expect(sent).toHaveLength(1);
  });

  it('is not sent over http to a public host', async () => {
    const { sent, ask } = setUp();
    expect(await ask(refs('http://git.example'))).toMatchObject({
      errorType: 'permission_denied',
      message: expect.stringContaining('over https only'),
    });
    expect(sent).toEqual([]);
  });

  it.each([
    'https://git.example:8443',
    'https://evil.example',
    'https://git.example.evil.example',
    'https://sub.git.example',
    'https://git.example.',
  ])('is not sent to %s', async (origin) => {
    const { sent, ask } = setUp();
    await ask(refs(origin));
    expect(sent.map(({ authorization }) => authorization)).toEqual([null]);
  });

  it('goes with requests of git only, and only where they ask for it', async () => {
    const { sent, ask, plain } = setUp();
    for (const [url, method] of [
      ['https://git.example/user/keys', 'GET'],
      ['https://git.example/api/repos', 'POST'],
      ['https://git.example/a.git/info/refs', 'GET'],
      ['https://git.example/a.git/info/refs?service=other', 'GET'],
      [refs('https://git.example'), 'PUT'],
      ['https://git.example/a.git/git-upload-pack', 'GET'],
    ] as const)
      expect(await ask(url, { method })).toMatchObject({ type: 'error', errorType: 'validation_error' });
    expect(sent).toEqual([]);
    await plain(refs('https://git.example'));
    expect(sent.map(({ authorization }) => authorization)).toEqual([null]);
  });

  it('that is locked is said to be, and nothing is sent', async () => {
    const { sent, ask } = setUp(undefined, async () => 'locked');
    expect(await ask(refs('https://git.example'))).toMatchObject({
      errorType: 'permission_denied',
      message: expect.stringMatching(/git\.example is locked.*unlock the keys in Settings/),
    });
    expect(sent).toEqual([]);
  });
});

describe('a server that repeats the token', () => {
  const shown = async (respond: () => Response) => {
    const outcome = await setUp(respond).ask(refs('https://git.example'));
    if (outcome.type === 'error') throw new Error(outcome.message);
    return { text: new TextDecoder().decode(outcome.response.body), ...outcome.response };
  };

  it('is not heard in an error page, its headers, or in another form', async () => {
    const body = `bad token ${token}, ${basic}, ${encodeURIComponent(token)}, ${token.toUpperCase()}`;
    const { text } = await shown(answered('text/html', 401)(body));
    expect(text).toMatch(/^bad token …/);
    expect(text.toLowerCase()).not.toContain(token.slice(0, 8));
    const { headers } = await shown(
      () => new Response('', { status: 401, headers: { 'WWW-Authenticate': `Basic realm="${token}"` } }),
    );
    expect(JSON.stringify(headers)).not.toContain('canary');
  });

  it('is not heard within the protocol, whose lengths stay', async () => {
    const line = `0030\u0002remote: ${token} and ${basic.slice(6)} are wrong`;
    const { text } = await shown(answered('application/x-git-upload-pack-result')(line));
    expect(text).toHaveLength(line.length);
    expect(text).not.toContain('canary');
    expect(text).not.toContain(basic.slice(6));
    expect(text).toMatch(/^0030\u0002remote: \*+ and \*+ are wrong$/);
  });

  it('is not heard in part in what the server tells the user, while references and packs stay', async () => {
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
    const kept = line('\u0001PACK canary-9') + line(`${'a'.repeat(40)} refs/heads/canary-9f`);
    const body = `${kept}0000${line('\u0002you sent ARY 9F8E7')}${line('\u0003canary-9f?')}${line('ERR 9f8e7d6c')}`;
    const { text } = await shown(answered('application/x-git-upload-pack-result')(body));
    expect(text).toBe(
      `${kept}0000${line(`\u0002you sent ${'*'.repeat(9)}`)}${line(`\u0003${'*'.repeat(9)}?`)}${line(`ERR ${'*'.repeat(8)}`)}`,
    );
  });

  it('does no harm to a pack of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        const { body } = await shown(answered('application/x-git-upload-pack-result')(new Uint8Array(bytes)));
        expect([...body]).toEqual([...bytes]);
      }),
    );
  });
});
