/**
 * The policy in the page equals that of the header, without the directives that a `meta` element does not
 * support.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { policyForMeta } from '#scripts/vite/content-security-policy.ts';
import { headersFor, parseHeaders } from '#scripts/headers.mjs';

const headers = readFileSync(new URL('../../../../public/_headers', import.meta.url), 'utf8');

it.each(['/index.html', '/oauth.html'])('leaves out only directives that browsers ignore in %s', (path) => {
  const header = headersFor(parseHeaders(headers), path)['Content-Security-Policy'] ?? '';
  expect(policyForMeta(headers, path)).toBe(header.replace("frame-ancestors 'none'; ", ''));
  expect(policyForMeta(headers, path)).toContain("require-trusted-types-for 'script'; trusted-types oneclaw");
});

it('refuses headers without a policy', () => {
  expect(() => policyForMeta('/*\n  X-Content-Type-Options: nosniff\n', '/')).toThrow('no Content-Security');
});
