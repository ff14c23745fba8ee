/** Pages that need a browser. */
import { expect, it } from 'vitest';
import { pageNeeds } from '#shared/documents/page-needs.ts';

it.each([
  ['<script>1</script>', 'scripts'],
  ['<button onclick = "a()">', 'scripts'],
  ['<style>p {}</style><script src=a.js></script>', 'scripts'],
  ['<STYLE>p {}</STYLE>', 'styles'],
  ['<link href="a.css" rel="stylesheet">', 'styles'],
  ['<p style="color: red">', 'styles'],
  ['<link rel=icon href=a.png><p>Style on = off</p>', undefined],
])('%s', (html, needs) => expect(pageNeeds(html)).toBe(needs));

it('takes no long time over a long tag', () => {
  expect(pageNeeds(`<${' on'.repeat(300_000)}`)).toBeUndefined();
});
