/** The summary of a diff as a table. */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { StatText } from '#src/ui/calls/stat-text.tsx';

/** The rendered HTML without attributes for style and accessibility. */
const drawn = (text: string) =>
  renderToString(h(StatText, { text })).replaceAll(/ (?:class|tabindex|aria-hidden)="[^"]*"/g, '');

it('gives each file a row of its name, its lines and its signs, and leaves other lines as they are', () => {
  const html = drawn(
    '[main abc1234] second\n main.txt      |  2 +-\n a | b.txt     |  1 +\n pic.png       | Bin 0 -> 12 bytes\n 3 files changed\n',
  );
  expect(html).toContain('<div>[main abc1234] second</div>');
  expect(html).toContain('<bdi>main.txt</bdi><span>2</span><span><ins>+</ins><del>-</del></span>');
  expect(html).toContain('<bdi>a | b.txt</bdi><span>1</span><span><ins>+</ins><del></del></span>');
  expect(html).toContain('<bdi>pic.png</bdi><span>Bin</span><span>0 -> 12 bytes<');
  expect(html).toContain('<div> 3 files changed</div>');
});

it('shortens many signs in proportion, and keeps one of each', () => {
  const html = drawn(` a.txt | 90 ${'+'.repeat(59)}-\n`);
  expect(html).toContain(`<ins>${'+'.repeat(12)}</ins><del>-</del>`);
});
