import { expect, it } from 'vitest';
import { requestFacts } from '#shared/tools/request-facts.ts';

it('shows which headers go along, and masks what gives access', () => {
  const headers = {
    Accept: 'application/json',
    Authorization: 'Bearer sk-very-secret-123',
    Cookie: 'sid=1',
    'X-Api-Key': 'k1',
    'X-Trace': 'see eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30 here',
    'X-Note': 'one two three',
  };
  const facts = requestFacts('http_request', { url: 'http://localhost:1/', headers });
  expect(facts?.headers).toEqual([
    ['Accept', 'application/json'],
    ['Authorization', 'Bearer ••••••'],
    ['Cookie', '••••••'],
    ['X-Api-Key', '••••••'],
    ['X-Trace', 'see •••••• here'],
    ['X-Note', 'one two three'],
  ]);
});

it('shows a bounded number of headers, none longer than a line', () => {
  const headers = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`X-${at}${'n'.repeat(200)}`, 'a '.repeat(500)]),
  );
  const facts = requestFacts('http_request', { url: 'http://localhost:1/', headers });
  expect(facts?.headers).toHaveLength(20);
  expect(Math.max(...(facts?.headers ?? []).flat().map(({ length }) => length))).toBeLessThanOrEqual(100);
});
