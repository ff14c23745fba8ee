/** Paths in Markdown mean files of the workspace, or nothing; no address of elsewhere is ever looked up. */
import { Lexer, marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { lexerOptions } from '#src/ui/markdown/math-tokens.ts';
import { linkedPaths } from '#src/ui/markdown/workspace-path.ts';
import { markdownFiles } from './markdown-files.ts';

/** The address of the only link or image. */
function addressIn(text: string): string {
  const found: string[] = [];
  void marked.walkTokens(new Lexer(lexerOptions).lex(text), (token) => {
    if ((token.type === 'image' || token.type === 'link') && 'href' in token) found.push(String(token.href));
  });
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

describe('files in Markdown', () => {
  it.each(markdownFiles)('$source: $what', ({ markdown, folder = '', comes }) => {
    expect(linkedPaths(addressIn(markdown), folder)).toEqual(comes);
  });
});
