/** Log entries contain no secrets, and are limited in length. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryArguments, entryMessage } from '#workers/domains/activity/call-entry.ts';

const canary = 'canary-1234567890-secret';

describe('the arguments of an entry', () => {
  it('are kept as they are where they are short and harmless', () => {
    const values = { path: 'notes/a.txt', limit: 3, deep: { list: [1, 'two', null, true] }, max_tokens: 100 };
    expect(entryArguments(values)).toEqual(values);
  });

  it.each([
    'Authorization',
    'cookie',
    'Set-Cookie',
    'x-api-key',
    'X-Goog-Api-Key',
    'api_key',
    'apiKey',
    'APIKEY',
    'token',
    'accessToken',
    'password',
    'client_secret',
    'privateKey',
  ])('hide the value of %s, however deep', (name) => {
    const shown = entryArguments({ url: 'https://a.example', headers: { [name]: canary, Accept: '*/*' } });
    expect(shown).toEqual({ url: 'https://a.example', headers: { [name]: '•••', Accept: '*/*' } });
  });

  it.each([
    `https://a.example/?q=1&api_key=${canary}&page=2`,
    `https://user:${canary}@a.example/`,
    `{"user":"me","password":"${canary}"}`,
    `Authorization: Bearer ${canary}`,
    `Cookie: theme=dark; session=${canary}`,
    `curl -H 'X-Api-Key: ${canary}'`,
    `the header is Bearer ${canary}`,
    `sk-${canary}`,
  ])('hide what is secret inside the text %s', (text) => {
    expect(JSON.stringify(entryArguments({ body: text }))).not.toContain('secret');
    expect(entryMessage(text)).not.toContain('secret');
  });

  it.each([
    'curl -u me:secret1 https://a.example',
    'curl -ume:secret1 https://a.example',
    'curl -sSu me:secret1 https://a.example',
    "curl https://a.example -u 'me:secret 1' -o a.json",
    'curl --user me:secret1 https://a.example',
    'curl --user=me:secret1 https://a.example',
    'curl -U me:secret1 -x http://p.example https://a.example',
    'curl --proxy-user me:secret1 https://a.example',
    'curl --oauth2-bearer secret1 https://a.example',
    'curl \\\n  -u me:secret1 \\\n  https://a.example',
    'cd a && curl -o b "https://a.example/?a=1&b=2" -u "me:secret1" | jq .',
    'curl -b session=secret1 https://a.example',
    'curl -H "Authorization: Digest secret1" https://a.example',
    'curl -d \'{"password": "my secret1 words"}\' https://a.example',
    'curl -d "{\\"password\\":\\"secret1\\"}" https://a.example',
    'wget --user me --password secret1 https://a.example',
    'wget --http-password=secret1 https://a.example',
    "wget --ftp-password 'secret 1' ftp://a.example",
    'git clone https://me:sec@ret1@a.example/b.git',
    'git clone https://secret1secret1secret1@a.example/b.git',
    'git -c http.extraHeader="Authorization: Basic secret1" push',
    'git remote add origin https://oauth2:secret1@a.example/b.git',
    'PGPASSWORD=secret1 psql -h a.example',
    'export GITHUB_TOKEN=secret1',
    'mysql -u me -psecret1 db',
    'sshpass -p secret1 ssh a.example',
    'docker login -u me -p secret1 a.example',
    'zip -P secret1 a.zip a',
    'openssl enc -pass pass:secret1 -in a',
    'npm config set //registry.example/:_authToken=secret1',
    'echo "machine a.example login me password secret1" > .netrc',
    'sqlite3 a.db "PRAGMA key = \'secret1\'"',
    'subprocess.run(["curl", "-u", "me:secret1", "https://a.example"])',
    'requests.get(u, auth=("me", "secret1"))',
    'HTTPBasicAuth("me", "secret1")',
    'fetch(u, { headers: { Authorization: "Basic " + btoa("me:secret1") } })',
    'fetch(u, { headers: { "X-Api-Key": "secret1" } })',
  ])('hide the secret of the command or code %s', (command) => {
    expect(entryArguments({ command })).not.toEqual({ command });
    expect(JSON.stringify(entryArguments({ command }))).not.toMatch(/secret1|secret 1|ret1/);
  });

  it.each([
    'sort -u names.txt | uniq -c',
    'git push -u origin main',
    'python3 -u run.py --user 1000',
    'curl -s https://a.example/u/me | grep -u me',
    'docker run -p 80:80 --user 1000 web',
    'mkdir -p a/b && zip -r a.zip a',
    'echo "see // a comment: me@a.example"',
    'wc --max-tokens 100 a.txt',
  ])('keep %s', (command) => {
    expect(entryArguments({ command })).toEqual({ command });
  });

  it('say that there was no value', () => {
    expect(entryArguments({ token: '', password: null })).toEqual({ token: '', password: null });
  });

  it('cut long texts and say how long they were', () => {
    const { content } = entryArguments({ content: 'x'.repeat(50_000) }) as { content: string };
    expect(content).toBe(`${'x'.repeat(1_000)}… (50000)`);
  });

  it('keep nothing of a secret at the cut', () => {
    for (let before = 975; before <= 1_000; before++)
      expect(entryMessage(`${'x'.repeat(before)} sk-${'k'.repeat(40)}`)).not.toContain('kk');
  });

  it('never cut a character in two', () => {
    expect(entryMessage(`${'x'.repeat(999)}😀😀`)).toBe(`${'x'.repeat(999)}… (1003)`);
  });

  it('make JSON of what a script can hand over and JSON cannot say', () => {
    const loop: Record<string, unknown> = { size: Number.NaN, big: 10n };
    loop.self = loop;
    expect(JSON.stringify(entryArguments(loop)).length).toBeLessThan(6_000);
  });

  it('stay small and stay JSON, whatever comes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), fc.integer({ min: 1, max: 500 }), (value, times) => {
        const shown = entryArguments(Array.from({ length: times }, () => value));
        expect(JSON.parse(JSON.stringify(shown))).toEqual(JSON.parse(JSON.stringify(shown)));
        expect(JSON.stringify(shown).length).toBeLessThan(30_000);
      }),
      { numRuns: 100 },
    );
  });
});
