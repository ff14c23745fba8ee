import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { firstScreen } from '#scripts/vite/first-screen.ts';
import { iconSymbols } from '#scripts/vite/icon-symbols.ts';

const page = readFileSync(new URL('../../../../index.html', import.meta.url), 'utf8');
const transform = iconSymbols().transformIndexHtml as unknown as (html: string) => string;
const draw = firstScreen().transformIndexHtml as unknown as (html: string) => Promise<string>;

it('draws each icon of the first screen, and each only once', async () => {
  const html = transform(await draw(page));
  const drawn = [...html.matchAll(/<symbol id="([\w-]+)" viewBox="0 0 24 24"><\w/g)].map(([, id]) => id);
  const shown = [...html.matchAll(/<use href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(shown.length).toBeGreaterThan(10);
  expect(drawn).toEqual(expect.arrayContaining(shown));
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(html).not.toMatch(/<symbol[^>]*><\/symbol>|lucide/);
});

it('fails if the page has no place for it', () => {
  expect(() => transform('<html></html>')).toThrow('index.html has no <noscript>');
});
