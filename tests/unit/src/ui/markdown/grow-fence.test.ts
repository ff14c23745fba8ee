/** Appending to an open fence gives the same block as parsing the fence from its start. */
import fc from 'fast-check';
import { Lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { isKnown, type KnownToken } from '#src/ui/markdown/bounded-lexer.ts';
import { growFence } from '#src/ui/markdown/grow-fence.ts';
import { lexerOptions } from '#src/ui/markdown/math-tokens.ts';

const only = (text: string): KnownToken[] => new Lexer(lexerOptions).lex(text).filter(isKnown);

describe('growFence', () => {
  it('appends text as the lexer would have read it', () => {
    const line = fc.constantFrom(
      'let a;',
      '',
      '  b',
      '```',
      '~~~',
      '````',
      ' ```',
      '``',
      '``` x',
      '    ```',
      '```js',
      '~~~ js',
    );
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
    const fence = fc.constantFrom('```js\n', '~~~\n', '````\n', '```\n', '```markdown\n', '~~~md\n');
    fc.assert(
      fc.property(fence, text, text, (opening, before, added) => {
        const [token] = only(opening + before);
        if (!token || token.raw !== opening + before) return;
        const grown = growFence(token, added);
        if (grown) expect([grown]).toEqual(only(opening + before + added));
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes in lines of code', () => {
    const [token] = only('```js\nlet a;\n');
    expect(token && growFence(token, 'let b;\n')).toMatchObject({ text: 'let a;\nlet b;', lang: 'js' });
  });

  it.each([
    ['a closed fence', '```\na\n```', '\nmore'],
    ['a fence that closes', '```\na', '\n```\nmore'],
    ['a fence half of whose end is there', '```\na\n``', '`\nmore'],
    ['indented code', '    a', '\n    b'],
    ['a paragraph', 'a', ' b'],
  ])('leaves %s to the lexer', (_, before, added) => {
    const [token] = only(before);
    expect(token && growFence(token, added)).toBeNull();
  });
});
