/**
 * Every icon has a drawing, because one without is empty or a square; those of the Files screen are used only
 * there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { iconSymbols } from '#scripts/vite/icon-symbols.ts';

const ui = 'src/ui';
const drawn = (sheet: string) =>
  [...readFileSync(join(ui, 'styles', sheet), 'utf8').matchAll(/^\.icon-([\w-]+) \{/gm)].map(
    ([, name = '']) => name,
  );
const sources = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join(ui, file), 'utf8') }));

describe('an icon', () => {
  it('has exactly one drawing: a symbol of index.html, or a mask in one style sheet', () => {
    const names = [
      ...readFileSync(join(ui, 'kit/icon.tsx'), 'utf8').matchAll(/^ {2}(?:\| )?'([\w-]+)'/gm),
    ].map(([, name]) => name);
    const page = (iconSymbols().transformIndexHtml as unknown as (html: string) => string)('<noscript>');
    const symbols = [...page.matchAll(/<symbol id="symbol-([\w-]+)"/g)].map(([, name = '']) => name);
    const masks = ['more-icons.css', 'file-icons.css'].flatMap(drawn);
    expect(symbols.length).toBeGreaterThan(20);
    expect(names.length).toBeGreaterThan(40);
    expect(new Set(names).size).toBe(names.length);
    // `stop` is drawn as a solid square in icons.css.
    expect([...symbols, ...masks, 'stop'].toSorted()).toEqual(names.toSorted());
  });

  it('of the Files screen is used by no other screen, which would not load its stylesheet', () => {
    const own = drawn('file-icons.css');
    const used = sources.flatMap(({ file, text }) => {
      if (file.startsWith('files')) return [];
      const names = [...text.matchAll(/(?:name|icon)="([\w-]+)"/g)].map(([, name = '']) => name);
      return names.filter((name) => own.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(own).not.toEqual([]);
    expect(used).toEqual([]);
  });
});
