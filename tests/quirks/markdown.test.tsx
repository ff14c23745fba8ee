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
        html.replaceAll(/<(?!ol)(\w+)\s[^>]*?(\/?)>/g, '<$1$2>').replace(/^<p>(.*)<\/p>$/s, '$1'),
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
