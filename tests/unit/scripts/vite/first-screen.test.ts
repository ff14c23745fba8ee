import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { firstScreen } from '#scripts/vite/first-screen.ts';

const page = readFileSync(new URL('../../../../index.html', import.meta.url), 'utf8');

type Transform = (html: string) => Promise<string>;
const transform = firstScreen().transformIndexHtml as unknown as Transform;

it('puts the frame of a chat into the page, with no text but the name', async () => {
  const html = await transform(page);
  const markup = /<div id="app">(.*)<\/div>/s.exec(html)?.[1] ?? '';
  expect(markup).toContain('<svg');
  expect(markup.replaceAll(/<[^>]*>/g, ' ').trim()).toBe('OneClaw');
  expect(markup).not.toMatch(/undefined|style=|<script|<button|<textarea/);
});

it('has the icons of the navigation, in its order', async () => {
  const markup = await transform(page);
  const rows = [...markup.matchAll(/class="row".*?<use href="#symbol-([\w-]+)"/g)];
  const names = rows.map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect([names.at(0), names.at(-1)]).toEqual(['chat', 'settings']);
});

it('fails if the page has no place for it', async () => {
  await expect(transform('<html></html>')).rejects.toThrow('index.html has no <div id="app"></div>');
});
