/**
 * Vite plugin: the Content-Security-Policy of `public/_headers` as a `meta` element in each HTML page, for hosts that
 * cannot set headers. If both are present, both apply; they are the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { headersFor, parseHeaders } from '../headers.mjs';

/** Browsers ignore these in a `meta` element. https://www.w3.org/TR/CSP3/#meta-element */
const headerOnly = ['frame-ancestors', 'report-uri', 'sandbox'];

/** @param headers the text of `_headers` @param path the page, as in a URL */
export function policyForMeta(headers: string, path: string): string {
  const policy = headersFor(parseHeaders(headers), path)['Content-Security-Policy'];
  if (!policy) throw new Error(`public/_headers has no Content-Security-Policy for ${path}.`);
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => !headerOnly.some((name) => directive.startsWith(name)))
    .join('; ');
}

/** Applies only to builds: the dev server uses inline styles and scripts. */
export function contentSecurityPolicy(): Plugin {
  const headers = readFileSync(fileURLToPath(new URL('../../public/_headers', import.meta.url)), 'utf8');

  /** Puts the policy at the top of the head, because it applies only to what follows it. */
  function withPolicy(html: string, path: string): string {
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policyForMeta(headers, path)}" />`;
    const marked = html.replace('<head>', () => `<head>\n    ${meta}`);
    if (marked === html) throw new Error(`${path} has no <head>.`);
    return marked;
  }

  return {
    name: 'oneclaw:content-security-policy',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => withPolicy(html, '/index.html') },
    // Vite copies the files of `public/` without `transformIndexHtml`.
    writeBundle({ dir = '' }) {
      const file = join(dir, 'oauth.html');
      writeFileSync(file, withPolicy(readFileSync(file, 'utf8'), '/oauth.html'));
    },
  };
}
