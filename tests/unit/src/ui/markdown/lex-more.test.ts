/** Parsing a growing text piece by piece ends where parsing it whole does. */
import { describe, expect, it } from 'vitest';
import { emptyLexed, lexMore } from '../../../../../src/ui/markdown/lex-more.ts';

const samples = [
  'One\n\n- a\n- b\n\n  still b\n- c\n\n## Title\n\n```ts\nconst a = `x`;\n\nmore\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nEnd *here*',
  '1. one\n2. two\n\n   para\n\n> quote\ncontinued\n\nSetext\n===\n\n<div>\n\nraw\n\n</div>\n\n- [ ] x\n- [x] y\n',
];

describe('lexMore', () => {
  it.each(samples)('gives the same blocks in steps as at once: %#', (text) => {
    let lexed = emptyLexed;
    for (let length = 1; length <= text.length; length += 3)
      lexed = lexMore(lexed, text.slice(0, length), true);
    lexed = lexMore(lexed, text, true);
    const whole = lexMore(emptyLexed, text, false);
    expect(lexed.tokens.map(({ type, raw }) => [type, raw])).toEqual(
      whole.tokens.map(({ type, raw }) => [type, raw]),
    );
  });

  it('keeps the blocks that are final', () => {
    const first = lexMore(emptyLexed, 'a\n\nb\n\nc\n\nd\n\n', true);
    const second = lexMore(first, 'a\n\nb\n\nc\n\nd\n\ne', true);
    expect(second.tokens[0]).toBe(first.tokens[0]);
  });

  it('starts over when the text is another', () => {
    const lexed = lexMore(lexMore(emptyLexed, 'first', true), 'second', true);
    expect(lexed.tokens.map(({ raw }) => raw)).toEqual(['second']);
  });
});
