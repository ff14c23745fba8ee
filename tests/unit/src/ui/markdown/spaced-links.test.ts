/** Addresses with spaces take a time that grows with the text, also where none ever ends. */
import { Lexer, Marked } from 'marked';
import { expect, it } from 'vitest';
import { spacedLinks } from '#src/ui/markdown/spaced-links.ts';
import { cpuTimeGrowth } from '#tests/fixtures/cpu-time-growth.ts';

const options = new Marked({ extensions: [spacedLinks] }).defaults;

it.each(['[a](b ', '![a](b c', '[a](b (c ', '[a b](', 'a*'])('%j', (opening) => {
  const lex = (size: number) => new Lexer(options).lex(opening.repeat(size));
  expect(cpuTimeGrowth(lex, 2_500)).toBeLessThan(12);
});
