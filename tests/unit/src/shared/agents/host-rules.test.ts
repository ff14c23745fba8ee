import { describe, expect, it } from 'vitest';
import { areHostRules, readHostRule, refuseHost } from '#shared/agents/host-rules.ts';

describe('a host rule', () => {
  it.each([
    ['Example.COM', 'example.com'],
    [' example.com. ', 'example.com'],
    ['*.Example.com', '*.example.com'],
    ['m\u00fcnchen.de', 'xn--mnchen-3ya.de'],
    ['localhost:8080', 'localhost:8080'],
    ['example.com:443', 'example.com:443'],
    ['192.168.1.2', '192.168.1.2'],
    ['[::1]:80', '[::1]:80'],
  ])('%j is %j', (text, rule) => {
    expect(readHostRule(text)).toBe(rule);
  });

  it.each(['', '*', '*.', 'https://example.com', 'example.com/path', 'a b', 'a@b', 'a.*.b', 'x:99999'])(
    '%j is not one',
    (text) => {
      expect(readHostRule(text)).toBeUndefined();
    },
  );
});

describe('the lists', () => {
  const refusal = (rules: Parameters<typeof refuseHost>[0], url: string) => refuseHost(rules, new URL(url));

  it.each([
    ['https://example.com/x', undefined],
    ['https://EXAMPLE.com./x', undefined],
    ['http://example.com:8080/', undefined],
    ['https://a.wiki.org/', undefined],
    ['https://wiki.org/', 'not-allowed'],
    ['https://notwiki.org/', 'not-allowed'],
    ['https://example.com.evil.org/', 'not-allowed'],
    ['https://bad.wiki.org/', 'blocked'],
    ['http://localhost:81/', undefined],
    ['http://localhost:82/', 'not-allowed'],
  ] as const)('%s: %s', (url, expected) => {
    const rules = { allow: ['example.com', '*.wiki.org', 'localhost:81'], block: ['bad.wiki.org'] };
    expect(refusal(rules, url)).toBe(expected);
  });

  it('knows the port of a scheme', () => {
    expect(refusal({ block: ['example.com:443'] }, 'https://example.com/')).toBe('blocked');
    expect(refusal({ block: ['example.com:443'] }, 'http://example.com/')).toBeUndefined();
  });

  it('allows everything without rules', () => {
    expect(refusal(undefined, 'https://example.com/')).toBeUndefined();
    expect(refusal({ allow: [] }, 'https://example.com/')).toBeUndefined();
  });

  it.each([null, 1, { allow: 'example.com' }, { allow: ['https://x'] }, { block: [1] }, { other: [] }])(
    'are not %j',
    (value) => {
      expect(areHostRules(value)).toBe(false);
    },
  );
});
