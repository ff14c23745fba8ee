import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '#workers/providers/http/redact.ts';

const apiKey = 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY';
const target = { baseUrl: 'https://api.example.com/v1', apiKey, model: 'm' };
/** Whether any eight consecutive characters of the key are still present. */
const leaks = (shown: string, key = apiKey) =>
  Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8)).some((part) =>
    shown.includes(part),
  );

describe('redact', () => {
  it.each(Array.from({ length: apiKey.length + 2 }, (_, at) => 300 - at))(
    'leaves nothing of a key that begins at %i',
    (at) => expect(leaks(redact(`${'x'.repeat(at)}${apiKey} is wrong`, target))).toBe(false),
  );

  it('leaves nothing of a key that the server itself has cut, and of many of them', () => {
    for (let length = 8; length <= apiKey.length; length++) {
      expect(redact(`Wrong: ${apiKey.slice(0, length)}`, target)).toBe('Wrong: …');
      expect(redact(`Wrong: ${apiKey.slice(0, length)}...`, target)).toBe('Wrong: …...');
    }
    expect(leaks(redact(`${apiKey} `.repeat(1_000) + apiKey.slice(0, 20), target))).toBe(false);
  });

  it('finds the key inside base64, wherever it stands there', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii', maxLength: 9 }),
        fc.string({ unit: 'binary-ascii', maxLength: 9 }),
        (before, after) => {
          const form = btoa(before + apiKey + after);
          const shown = redact(`Basic ${form}`, target);
          const left = shown.match(/[\w+/=-]+/g) ?? [];
          expect(left.every((part) => !leaks(tryDecode(part)))).toBe(true);
          expect(shown).toContain('…');
        },
      ),
    );
  });

  it('leaves words alone where there is no key or a short one', () => {
    expect(redact('The model is wrong', { ...target, apiKey: '' })).toBe('The model is wrong');
    expect(redact('a right key', { ...target, apiKey: 'right' })).toBe('a … key');
    expect(redact('x sk-abcd1234', target)).toBe('x sk-…');
  });

  it('shortens a long text to 300 characters', () => {
    expect(redact('y'.repeat(5_000), target)).toBe(`${'y'.repeat(299)}…`);
  });
});

function tryDecode(text: string): string {
  for (const at of [0, 1, 2, 3]) {
    const part = text.slice(at).replace(/=+$/, '');
    try {
      const decoded = atob(part.slice(0, part.length - (part.length % 4)));
      if (leaks(decoded)) return decoded;
    } catch {
      // The rest is not valid base64.
    }
  }
  return '';
}
