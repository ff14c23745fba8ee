import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { initialLexerState, lexIncrementally } from '#src/ui/markdown/incremental-lexer.ts';
import { BlockToken } from '#src/ui/markdown/tokens.tsx';
import { markdownRows } from './markdown.ts';

/** The inside of each paragraph, divided by `|`, without attributes. */
function shown(text: string): string {
  const { tokens } = lexIncrementally(initialLexerState, text, false);
  return (
    tokens
      // A block of code has buttons, which need the app.
      .map((token) =>
        token.type === 'code' ? `code: ${token.text}` : renderToString(<BlockToken token={token} />),
      )
      .filter(Boolean)
      .map((html) =>
        html
          .replaceAll(' dir="auto"', '')
          .replaceAll(/<(?!ol)(\w+)\s[^>]*?(\/?)>/g, '<$1$2>')
          .replace(/^<p>(.*)<\/p>$/s, '$1'),
      )
      .join('|')
  );
}

describe('Markdown', () => {
  it.each(markdownRows)('$source: $text', ({ text, shown: expected = text }) => {
    expect(shown(text)).toBe(expected);
  });
});

it.each(['[a](https://a.example/?b=1&amp;c=2)', 'https://a.example/?b=1&amp;c=2'])(
  'an address with an entity leads where it says: %s',
  (text) => {
    const [token] = lexIncrementally(initialLexerState, text, false).tokens;
    const html = token ? renderToString(<BlockToken token={token} />) : '';
    // As HTML writes one ampersand.
    expect(html).toContain('href="https://a.example/?b=1&amp;c=2"');
  },
);

describe('the direction of a text (leonvanzyl/smolcoder#5)', () => {
  const html = (text: string) =>
    lexIncrementally(initialLexerState, text, false)
      .tokens.filter(({ type }) => type !== 'space')
      .map((token) => renderToString(<BlockToken token={token} />))
      .join('');

  it.each([
    ['a paragraph', '`fs.read()` קורא קובץ', '<p dir="auto"><code dir="ltr">fs.read()</code>'],
    ['a heading', '## כותרת', '<h3 dir="auto">'],
    ['a list', '- אחד\n- two', '<ul dir="auto"><li>'],
    ['a numbered list', '1. אחד', '<ol start="1" dir="auto"><li>'],
    ['a quotation', '> ציטוט', '<blockquote dir="auto"><p>'],
    ['a table', '| שם | b |\n|---|---|\n| c | d |', 'dir="auto"><table'],
    ['a formula', 'אם $a^2$ אז', 'dir="ltr">$a^2$</span>'],
  ])('%s has its own, and code none', (_, text, expected) => expect(html(text)).toContain(expected));

  it('is that of the interface without a letter', () => expect(html('12:30')).toBe('<p>12:30</p>'));
});
