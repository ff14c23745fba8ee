/** Parsing a growing text incrementally gives the same result as parsing it at once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialLexerState, lexIncrementally } from '#src/ui/markdown/incremental-lexer.ts';

const samples = [
  'One\n\n- a\n- b\n\n  still b\n- c\n\n## Title\n\n```ts\nconst a = `x`;\n\nmore\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nEnd *here*',
  '1. one\n2. two\n\n   para\n\n> quote\ncontinued\n\nSetext\n===\n\n<div>\n\nraw\n\n</div>\n\n- [ ] x\n- [x] y\n',
];

describe('lexIncrementally', () => {
  it.each(samples)('gives the same blocks in steps as at once: %#', (text) => {
    let lexed = initialLexerState;
    for (let length = 1; length <= text.length; length += 3)
      lexed = lexIncrementally(lexed, text.slice(0, length), true);
    lexed = lexIncrementally(lexed, text, true);
    const whole = lexIncrementally(initialLexerState, text, false);
    expect(lexed.tokens.map(({ type, raw }) => [type, raw])).toEqual(
      whole.tokens.map(({ type, raw }) => [type, raw]),
    );
  });

  it('ends with the blocks of the whole text, for any text and any cut', () => {
    const block = fc.constantFrom(
      ...[
        'words *and* `code`',
        '# Title',
        '- one',
        '- two\n\n  more',
        '1. first',
        '> quote',
        '---',
        '    code',
      ],
      ...[
        '```js\nlet a;\n\nlet b;\n```',
        '```\nnever closed',
        '| a |\n|---|\n| 1 |',
        '<div>',
        '</div>',
        'Title\n===',
      ],
      ...['[link][to]', '[to]: https://example.org', '- [ ] task', '  indented', '\\', '~~~', '***'],
    );
    const text = fc
      .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n\n', ' ')), { maxLength: 24 })
      .map((blocks) => blocks.flat().join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, step) => {
        let lexed = initialLexerState;
        for (let length = step; length < whole.length; length += step)
          lexed = lexIncrementally(lexed, whole.slice(0, length), true);
        lexed = lexIncrementally(lexed, whole, false);
        expect(lexed.tokens).toEqual(lexIncrementally(initialLexerState, whole, false).tokens);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the blocks that are final', () => {
    const first = lexIncrementally(initialLexerState, 'a\n\nb\n\nc\n\nd\n\n', true);
    const second = lexIncrementally(first, 'a\n\nb\n\nc\n\nd\n\ne', true);
    expect(second.tokens[0]).toBe(first.tokens[0]);
  });

  it('starts over when the text is another', () => {
    const lexed = lexIncrementally(lexIncrementally(initialLexerState, 'first', true), 'second', true);
    expect(lexed.tokens.map(({ raw }) => raw)).toEqual(['second']);
  });
});

/** How deeply tokens are nested. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).map(depthOf);
  return Math.max(0, ...inner) + ('raw' in value ? 1 : 0);
}

describe('text nested too deep', () => {
  it.each([
    ['quotes', '> '.repeat(400) + 'x'],
    ['lists', Array.from({ length: 120 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')],
    ['emphasis', '*a **b '.repeat(200) + 'x' + '** *'.repeat(200)],
  ])('is cut where elements would overflow the stack: %s', (_, text) => {
    const { tokens } = lexIncrementally(initialLexerState, text, false);
    expect(depthOf(tokens)).toBeLessThan(130);
    expect(tokens.map(({ raw }) => raw).join('')).toBe(text);
  });

  it('is shown as it was written, however deep', () => {
    const text = '> '.repeat(20_000) + 'x';
    const { tokens } = lexIncrementally(initialLexerState, text, false);
    expect(tokens.map(({ raw }) => raw).join('')).toBe(text);
    expect(depthOf(tokens)).toBeLessThan(130);
  });

  it('leaves usual text alone', () => {
    const { tokens } = lexIncrementally(initialLexerState, '> > - **a** `b`\n', false);
    expect(JSON.stringify(tokens)).not.toContain('"html"');
  });
});

describe('a block too long to read', () => {
  const sentence = 'Some **bold** words and `code` that go on, ';
  const long = sentence.repeat(3_000);

  it.each([
    ['a paragraph', long],
    ['a list', `- ${long}\n- ${long}`],
    ['a quote', `> ${long}`],
    ['one word', 'a😀'.repeat(40_000)],
    ['a table', `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n|${'1|'.repeat(2_000)}`],
  ])('is shown in pieces, as it was written: %s', (_, text) => {
    const { tokens } = lexIncrementally(initialLexerState, `before\n\n${text}\n\nafter`, false);
    expect(tokens.map(({ raw }) => raw).join('') === `before\n\n${text}\n\nafter`).toBe(true);
    expect(Math.max(...tokens.map(({ raw }) => raw.length))).toBeLessThanOrEqual(4_000);
    expect(tokens.every(({ raw }) => raw.isWellFormed())).toBe(true);
    expect(tokens.at(-1)).toMatchObject({ type: 'paragraph', text: 'after' });
  });

  it('is one long word that cannot be laid out in time', () => {
    const text = `so ${'A'.repeat(20_000)} it goes`;
    const { tokens } = lexIncrementally(initialLexerState, text, false);
    expect(tokens.map(({ raw }) => raw).join('')).toBe(text);
    expect(Math.max(...tokens.map(({ raw }) => raw.length))).toBeLessThanOrEqual(1_000);
  });

  it('is not parsed again with every word', () => {
    const before = lexIncrementally(initialLexerState, long, true);
    const after = lexIncrementally(before, `${long} more`, true);
    const kept = before.tokens.filter((token, at) => after.tokens[at] === token);
    expect(kept.length).toBe(before.tokens.length - 1);
    expect(after.tokens.map(({ raw }) => raw).join('') === `${long} more`).toBe(true);
  });

  it('leaves long code alone', () => {
    const text = `\`\`\`js\n${'let a = 1;\n'.repeat(5_000)}\`\`\``;
    expect(lexIncrementally(initialLexerState, text, false).tokens).toMatchObject([
      { type: 'code', lang: 'js' },
    ]);
  });
});
