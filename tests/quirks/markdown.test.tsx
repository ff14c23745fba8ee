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
