/**
 * `_headers` as static hosts read it: matching rules are joined, `!` removes a header; only two folders allow
 * WebAssembly.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headersFor, parseHeaders } from '#scripts/headers.mjs';

const csp = 'Content-Security-Policy';

describe('headersFor', () => {
  it('joins the headers of all matching rules', () => {
    const rules = parseHeaders('/*\n  A: 1\n\n/a/*\n  A: 2\n  B: 3\n');
    expect(headersFor(rules, '/a/b')).toEqual({ A: '1, 2', B: '3' });
  });

  it('removes a header, and sets it again', () => {
    const rules = parseHeaders('/*\n  A: 1\n  B: 1\n\n/a/*\n  ! A\n  A: 2\n');
    expect(headersFor(rules, '/a/b')).toEqual({ A: '2', B: '1' });
    expect(headersFor(rules, '/b')).toEqual({ A: '1', B: '1' });
  });

  it('gives workers a complete policy, even if a host sends only that of the last rule', () => {
    const rules = parseHeaders(readFileSync('public/_headers', 'utf8'));
    for (const path of ['/tool-host/1.js', '/gguf/1.js', '/code-host/1.js']) {
      const last = rules.findLast(
        (rule) => rule.pattern.test(path) && rule.headers.some(([name]) => name === csp),
      );
      const policy = headersFor(last ? [last] : [], path)[csp];
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'[ ;]/);
      expect(policy).toContain(
        "connect-src 'self'; worker-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
    }
  });

  it('allows WebAssembly to the workers that run models and code, and nothing more to them', () => {
    const rules = parseHeaders(readFileSync('public/_headers', 'utf8'));
    for (const path of [
      '/',
      '/index.html',
      '/assets/index-1.js',
      '/assets/engine-1.js',
      '/tool-host/1.js',
      '/x',
    ])
      expect(headersFor(rules, path)[csp]).not.toContain('wasm');
    for (const path of ['/gguf/1.js', '/code-host/1.js', '/code-host/runtimes/x.js'])
      expect(headersFor(rules, path)[csp], path).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'; " +
          "require-trusted-types-for 'script'; trusted-types 'none'",
      );
  });
});
