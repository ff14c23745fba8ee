import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readablePage } from '#workers/text/pages/readable-page.ts';
import { articlePage } from '#tests/fixtures/web/article-page.ts';
import { cpuTimeGrowth } from '#tests/fixtures/cpu-time-growth.ts';

const address = 'https://example.com/guides/tomatoes';
const read = (html: string) => readablePage(html, address);

describe('a readable page', () => {
  const markdown = read(articlePage);

  it('keeps the title, headings, text and lists', () => {
    expect(markdown).toMatch(/^Title: Growing tomatoes & basil\n/);
    expect(markdown).toContain('\n# Growing tomatoes\n');
    expect(markdown).toContain('By **Ann**');
    expect(markdown).toContain('\n## Steps\n\n1. Sow\n   - in pots\n   - warm\n2. Water\n');
  });

  it('keeps tables and code, as they are', () => {
    expect(markdown).toContain('| Month | Task |\n| --- | --- |\n| March | Sow \\| seed |');
    expect(markdown).toContain('```js\nconst a = 1 < 2;\n  if (a) run();\n```');
  });

  it('makes every link and picture absolute', () => {
    expect(markdown).toContain('[basil](https://example.com/guides/basil.html?x=1&y=2)');
    expect(markdown).toContain('![a tomato](https://example.com/img/t.png)');
    expect(markdown).toContain('(https://cdn.example.org/a)');
  });

  it('drops scripts, styles, navigation, footers, asides and the controls of forms', () => {
    expect(markdown).not.toMatch(/NOISE|<script|<style|<nav/);
  });

  it('starts relative links from the base the page names', () => {
    expect(read('<base href="/other/"><a href="x">go</a>')).toBe('[go](https://example.com/other/x)');
    expect(read('<base href="http://["><a href="x">go</a>')).toBe('[go](https://example.com/guides/x)');
  });

  it('keeps a page that is wrapped in one form, and leaves pictures inside their address out', () => {
    expect(read('<form><h1>All</h1><p>of it<input value="NOISE"></form>')).toBe('# All\n\nof it');
    expect(read(`<p>a <img alt="dot" src="data:image/png;base64,${'A'.repeat(9_000)}"> b`)).not.toMatch(/AA/);
  });

  it('keeps tables of figures and takes those that lay the page out apart', () => {
    const figures = '<table><tr><th>Day<th>Rain</tr><tr><td>Mon<td>3 mm</tr></table>';
    const page = `<table><tr><td>Left</td><td><p>Right ${figures} after</td></tr></table><p>end`;
    expect(read(page)).toMatch(
      /^Left\n+Right\n+\| Day \| Rain \|\n\| --- \| --- \|\n\| Mon \| 3 mm \|\n+after\n+end$/,
    );
  });

  it.each([
    ['unclosed elements', '<p>one<p>two <b>bold<p>three', /one\s+two[^]+bold[^]+three/],
    [
      'elements closed in the wrong order',
      '<p><b>one<i>two</b>three</i></div></table>four',
      /one[^]*two[^]*three[^]*four/,
    ],
    ['an attribute that never ends', '<p>before</p><a href="x', /before/],
    ['a script that never ends', '<p>before</p><script>let secret = 1;', /^before$/],
    ['no elements at all', 'just 5 < 6 words', /just 5 < 6 words/],
    ['nothing', '', /^$/],
  ])('makes the best of %s', (_, html, expected) => {
    expect(read(html)).toMatch(expected);
  });

  it.each(['div', 'ul><li', 'blockquote', 'b', 'table><tr><td', 'span', 'dl><dd', 'form'])(
    'reads %s nested ten thousand levels deep',
    (tag) => {
      expect(read(`${`<${tag}>`.repeat(10_000)}the bottom`).slice(-20)).toContain('the bottom');
    },
  );

  it.each(['<', '<!--', '<a b="', '<script', '<base ', '<b>x', '](data:', '&', '<td>'])(
    'reads %s without end in a time that grows with it',
    (piece) => {
      expect(cpuTimeGrowth((size) => read(piece.repeat(size / piece.length)), 50_000)).toBeLessThan(12);
    },
  );

  it('lets no code of a script or style through, wherever it stands', () => {
    const piece = fc.constantFrom(
      ...['<p>', '</p>', '<div hidden>', '</div>', '<ul><li>', '<table><tr><td>', '<pre>', '</pre>', '<b>'],
      ...[
        '<a href="x">',
        '</a>',
        '<nav>',
        '</nav>',
        '</script>',
        '</style>',
        '<br/>',
        '<h1>',
        'text',
        '&lt;',
        ' ',
      ],
      ...['<script>SECRET</script>', '<SCRIPT src=x>SECRET</SCRIPT >', '<script/>SECRET</script>', '\n'],
      ...['<script>"<p>SECRET</p>"</script>', '<style>SECRET</style>', '<script type="a>b">SECRET</script>'],
      ...['<noscript>SECRET</noscript>', '<script><!-- SECRET --></script>', '<base href="/y">'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const markdown = read(pieces.join(''));
        expect(markdown).not.toContain('SECRET');
        expect(markdown.toLowerCase()).not.toContain('<script');
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives the words where rows follow a table that is left out', () => {
    const page = '<template><table></template><tr><td>Still &lt;here</td></tr><script>SECRET</script>';
    expect(read(page)).toBe('Still &lt;here');
  });

  it('never fails, whatever it is given', () => {
    const names = [
      'table',
      'tr',
      'td',
      'th',
      'thead',
      'ul',
      'ol',
      'li',
      'pre',
      'code',
      'a',
      'p',
      'b',
      'h1',
      'dl',
      'dd',
    ];
    const more = [
      'br',
      'img',
      'title',
      'base',
      'script',
      'nav',
      'div',
      'blockquote',
      'select',
      'x-y',
      'html',
      'body',
    ];
    const tag = fc.constantFrom(
      ...[...names, ...more].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`]),
    );
    const junk = fc.string({ unit: fc.constantFrom(...Array.from('<>/="\'!-&;# \nab|[]()`')), maxLength: 6 });
    const page = fc.array(fc.oneof(tag, tag, junk), { maxLength: 60 });
    fc.assert(
      fc.property(page, (pieces) => typeof read(pieces.join('')) === 'string'),
      { numRuns: 1_500 },
    );
  });
});
