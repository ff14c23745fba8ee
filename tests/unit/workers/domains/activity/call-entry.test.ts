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

  it('say that there was no value', () => {
    expect(entryArguments({ token: '', password: null })).toEqual({ token: '', password: null });
  });

  it('cut long texts and say how long they were', () => {
    const { content } = entryArguments({ content: 'x'.repeat(50_000) }) as { content: string };
    expect(content).toBe(`${'x'.repeat(1_000)}… (50000)`);
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
