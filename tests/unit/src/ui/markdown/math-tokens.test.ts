/** Formulas are recognised, amounts of money are not, and hostile text is processed quickly. */
import { Lexer, marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { lexerOptions } from '#src/ui/markdown/math-tokens.ts';
import { cpuTimeGrowth } from '#tests/fixtures/cpu-time-growth.ts';

/** The formulas in a text, in order. */
function formulas(text: string): string[] {
  const found: string[] = [];
  void marked.walkTokens(new Lexer(lexerOptions).lex(text), (token) => {
    if (token.type === 'math' && 'text' in token) found.push(String(token.text));
  });
  return found;
}

describe('formulas', () => {
  it.each([
    ['So $x^2$ holds.', 'x^2'],
    ['$a$', 'a'],
    ['The sum \\(a+b\\) is', 'a+b'],
    ['\\[\n\\frac{1}{2}\n\\]', '\\frac{1}{2}'],
    ['Text\n\n$$\nE = mc^2\n$$\n\nmore', 'E = mc^2'],
    ['In the middle $$x$$ of it', 'x'],
    ['$\\$5$', '\\$5'],
    ['- in a list $y_1$', 'y_1'],
  ])('are found in %j', (text, formula) => expect(formulas(text)).toEqual([formula]));

  it.each([
    'It costs $5 and $10.',
    'From $5/$10 on',
    'A price of $ 5 $ is',
    'Code `$a$` stays',
    '```\n$a$\n```',
    'An open $x',
    '\\$a\\$',
    '$$\n\n$$',
  ])('are not found in %j', (text) => expect(formulas(text)).toEqual([]));

  it.each(['$', '$$', '\\[', '\\(', '$a', '\\[a '])(
    'that never end take a time that grows with the text: %j',
    (opening) => {
      expect(cpuTimeGrowth((size) => formulas(opening.repeat(size)), 2_500)).toBeLessThan(12);
    },
  );
});
