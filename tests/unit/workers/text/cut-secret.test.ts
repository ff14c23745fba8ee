import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutSecret, cutSecrets, maskSecret } from '#workers/text/cut-secret.ts';

const key = 'sk-CANARYk3yWithParts_0123456789';

describe('cutSecret', () => {
  it.each([
    ['plain', key],
    ['without its beginning', key.slice(9)],
    ['its end', key.slice(-8)],
    ['eight characters with a separator, in another case', 'SK-CANAR'],
    ['in upper case', key.toUpperCase()],
    ['spaced', Array.from(key).join(' ')],
    ['in groups', key.replaceAll(/(.{4})/g, '$1-')],
    ['URL-encoded', Array.from(key, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
    ['partly URL-encoded', key.replace('A', '%41')],
    ...(
      [
        ['as HTML', (code: number) => `&#${code};`],
        ['as HTML in hexadecimal', (code: number) => `&#x${code.toString(16)};`],
        ['as HTML without semicolons', (code: number) => `&#${code} `],
        ['as JSON', (code: number) => `\\u${code.toString(16).padStart(4, '0')}`],
        ['as code', (code: number) => `\\x${code.toString(16)}`],
        ['as code in braces', (code: number) => `\\u{${code.toString(16)}}`],
      ] as const
    ).map(
      ([name, encode]) =>
        [name, Array.from(key, (letter) => encode(letter.charCodeAt(0))).join('')] as [string, string],
    ),
    ['partly as JSON', key.replace('A', '\\u0041').replace('k', '&#107;')],
    ['in base64 for addresses', Buffer.from(key).toString('base64url')],
    ['in another case backwards', Array.from(key.toUpperCase()).reverse().join('')],
    ['behind a percent sign', `%${key.slice(7)}`],
    ['as hexadecimal numbers', Buffer.from(key).toString('hex')],
    ['as hexadecimal numbers with colons', [...Buffer.from(key)].map((byte) => byte.toString(16)).join(':')],
    ['backwards', Array.from(key).reverse().join('')],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 behind other text', Buffer.from(`a:${key}`).toString('base64')],
    ['with invisible characters', Array.from(key).join('\u200b')],
  ])('removes the key %s', (_, echo) => {
    const cut = cutSecret(`Wrong: ${echo}. Try again.`, key);
    expect(cut).toMatch(/^Wrong: .*Try again\.$/);
    // How much is left of a base64 form depends on the surrounding text.
    expect(cut.length).toBeLessThanOrEqual('Wrong: …. Try again.'.length + 6);
  });

  it('leaves nothing of eight letters in a row, whichever separator is between them', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789')),
      minLength: 16,
    });
    const separator = fc.constantFrom('', '-', ' ', '.', '_', '\n', '"');
    fc.assert(
      fc.property(
        letters,
        separator,
        fc.nat(),
        fc.string(),
        fc.string(),
        (secret, between, from, before, after) => {
          const at = from % (secret.length - 7);
          const echo = Array.from(secret.slice(at, at + 8)).join(between);
          expect(cutSecret(`${before}${echo}${after}`, secret)).not.toContain(echo);
        },
      ),
    );
  });

  it('leaves other text as it is', () => {
    const text =
      'The key is not valid. Keys begin with sk- and have 32 characters: %zz, 100%, &#65;, &amp;, &#xffffffff; \\u00zz, caf\u00e9, \u{1f600}.';
    expect(cutSecret(text, key)).toBe(text);
  });

  it.each([
    ['github_pat_11ABCDEFG0aBcDeFgHiJkL', 'Deploy with GitHub Pages and GitHub Packages'],
    ['github_pat_11ABCDEFG0aBcDeFgHiJkL', '{"host":"github","path":"/x"}'],
    ['Bearer github_pat_11ABCDEFG0aBcDeFgHiJkL', 'The bearer: GitHub, pat'],
    ['sk-ant-api03-abcdefghijklmno', 'Use sk-ant-api03-… here'],
    ['my-relay-password-1', '{"pass":"word","x":1}'],
    ['my-relay-password-1', '{\\"pass\\":\\"word\\", "relay" : "passw"}'],
    ['my-relay-password-1', 'pass: word\nmy,relay,pass\n- pass\n- word\nrelay=passw'],
    ['1234-5678', '[1,2,3,4,5,6,7,8]'],
    ['!!!!-a-!!!!', 'a banana'],
    ['Bearer !!', 'Bearer of news'],
    ['Bearer abc', 'abc and bearer a'],
    ['a-!', 'a banana'],
  ])('leaves what only looks like a part of %s: %s', (secret, text) => {
    expect(cutSecret(text, secret)).toBe(text);
  });

  it.each([
    ['github_pat_11ABCDEFG0aBcDeFgHiJkL', 'no 11abcdef, github_pat_11ABCDEF', 'no …, github_pat_…'],
    ['Bearer ghp_aBcDeFgHiJkL', 'Bearer ghp_aBcDeFgHiJkL', 'Bearer …'],
    ['Bearer abc', 'you sent BEARER abc', 'you sent …'],
    ['sk-canary-4711', 's k - c a n a r y', '…'],
    ['sk-canary-4711', 'SK.CANARY, sk_can-ary', '…, …'],
    ['sk-canary-4711', 's%20k%20-%20canary', '…'],
    ['pass"word"4711', '{"password":"pass\\"word\\"4711"}', '{"…":"…"}'],
    ['!!!!-a-!!!!', 'it is !!!!-A-!!!!', 'it is …'],
    ['my-relay-password-1', 'relay password', '…'],
  ])('cuts what is secret of %s in %s', (secret, text, expected) => {
    expect(cutSecret(text, secret)).toBe(expected);
  });

  it('cuts a short secret, and one of symbols', () => {
    expect(cutSecret('password is hunter, ok', 'hunter')).toBe('password is …, ok');
    expect(cutSecret('it was !?!?!? here', '!?!?!?')).toBe('it was … here');
    expect(cutSecret('nothing', '')).toBe('nothing');
  });
});

describe('cutSecrets', () => {
  it('cuts each of them, also where they overlap', () => {
    expect(cutSecrets('one-first-key two-second-key', ['one-first-key', 'two-second-key'])).toBe('… …');
    expect(cutSecrets('aaaabbbbcccc', ['aaaabbbb', 'bbbbcccc'])).toBe('…');
    expect(cutSecrets('nothing', ['', ''])).toBe('nothing');
  });
});

describe('maskSecret', () => {
  it('keeps the length', () => {
    expect(maskSecret('you sent CANARYK3 here', key)).toBe('you sent ******** here');
  });
});
