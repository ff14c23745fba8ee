/** Hostile and huge texts are parsed in small slices and within a budget, without losing any text. */
import fc from 'fast-check';
import { Lexer } from 'marked';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BoundedLexer } from '#src/ui/markdown/bounded-lexer.ts';
import { countElements } from '#src/ui/markdown/cut-long.ts';
import { createRenderBudget } from '#src/ui/markdown/renderer/render-budget.ts';
import { createTimeSlicedLexer, type LexerOutput } from '#src/ui/markdown/time-sliced-lexer.ts';

afterEach(() => void vi.restoreAllMocks());

/**
 * Counts the characters that are parsed. They are the clock of the test, so that the budget does not depend
 * on the machine: 1,000 characters of blocks take 1 ms.
 */
function countWork() {
  const work = { blocks: 0, largest: 0, inline: 0 };
  const lex = BoundedLexer.prototype.lex;
  vi.spyOn(BoundedLexer.prototype, 'lex').mockImplementation(function (this: BoundedLexer, text) {
    work.blocks += text.length;
    work.largest = Math.max(work.largest, text.length);
    return lex.call(this, text);
  });
  // Counts what reaches the library's own inline rules.
  const parse = Lexer.prototype.inlineTokens;
  vi.spyOn(Lexer.prototype, 'inlineTokens').mockImplementation(function (this: Lexer, text, tokens) {
    const openings = text.match(/[*_~`[\]<!$\\:@]/g)?.length ?? 0;
    work.inline = Math.max(work.inline, text.length * openings);
    return parse.call(this, text, tokens);
  });
  return { work, now: () => work.blocks / 1_000 };
}

type Slice = { blocks: number; elements: number };

/** Parses task by task until the text is complete. */
function lexInTasks(text: string): {
  last: LexerOutput;
  slices: Slice[];
  work: ReturnType<typeof countWork>['work'];
} {
  const { work, now } = countWork();
  const lexing = createTimeSlicedLexer(now);
  const slices: Slice[] = [];
  let before = new Set<unknown>();
  for (;;) {
    const begin = work.blocks;
    const last = lexing.advance(text, false);
    const fresh = last.tokens.filter((token) => !before.has(token));
    slices.push({
      blocks: work.blocks - begin,
      elements: fresh.reduce((sum, token) => sum + countElements(token), 0),
    });
    if (last.isDone) return { last, slices, work };
    before = new Set(last.tokens);
    if (slices.length > 2_000) throw new Error('It does not end.');
  }
}

const raw = ({ tokens }: LexerOutput) => tokens.map((token) => token.raw).join('');

const hostile: [string, string][] = [
  ['two-line headings', 'a\n-\n'.repeat(25_000)],
  ['200,000 characters of two-line headings', 'a\n-\n'.repeat(50_000)],
  ['emphasis in one block', '_a__b'.repeat(4_800)],
  ['emphasis in many blocks', `${'_a__b'.repeat(400)}\n\n`.repeat(120)],
  ['strikethrough', '~~a~'.repeat(6_000)],
  ['deep quotes', '> '.repeat(150_000)],
  ['lists and quotes by turns', '- > '.repeat(25_000)],
  ['a list', '- a\n'.repeat(60_000)],
  ['a loose list', '1. a\n\n'.repeat(40_000)],
  ['nested lists', Array.from({ length: 600 }, (_, level) => `${' '.repeat(level)}- a\n`).join('')],
  ['a table', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(40_000)}`],
  ['links that never end', '[a]('.repeat(50_000)],
  ['brackets', '['.repeat(200_000)],
  ['definitions', '[a]: b\n'.repeat(30_000)],
  ['formulas', '$a$ '.repeat(50_000)],
  ['code that never ends', `\`\`\`js\n${'let a = 1;\n'.repeat(40_000)}`],
  ['two-line headings behind long code', `\`\`\`\n${'a\n'.repeat(40_000)}\`\`\`\n${'a\n-\n'.repeat(20_000)}`],
  ['a comment that never ends', `<!-- ${'a\n\n'.repeat(40_000)}`],
  ['one long fence', '~'.repeat(200_000)],
  ['one long fence of backticks', '`'.repeat(200_000)],
  ['one word', 'A'.repeat(300_000)],
];

describe('hostile text', () => {
  it.each(hostile)('is parsed in small slices, and no character is lost: %s', (_, text) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { last, slices, work } = lexInTasks(text);
    expect(raw(last).trimEnd() === text.trimEnd()).toBe(true);
    expect(work.inline).toBeLessThanOrEqual(5_000_000);
    // One parse covers three blocks and one more step; a fence is parsed once, at its end.
    expect(work.largest).toBeLessThanOrEqual(text.includes('```') ? text.length : 80_000);
    expect(Math.max(...slices.map(({ elements }) => elements))).toBeLessThanOrEqual(2_700);
    expect(last.tokens.reduce((sum, token) => sum + countElements(token), 0)).toBeLessThan(14_000);
  });

  it('keeps within the budget, whatever is repeated', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const atom = fc
      .array(fc.constantFrom(...'*_~`[]()<>!$\\#|-+>=:&@a1. \n\t'.split(''), '\n\n', '    ', '```'), {
        minLength: 1,
        maxLength: 9,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(atom, fc.integer({ min: 1_000, max: 60_000 }), (part, length) => {
        vi.restoreAllMocks();
        vi.spyOn(console, 'warn').mockReturnValue();
        const text = part.repeat(Math.ceil(length / part.length));
        const { last, slices, work } = lexInTasks(text);
        // The lexer drops white space at the end of a list.
        expect(raw(last).trimEnd()).toBe(text.trimEnd());
        expect(work.inline).toBeLessThanOrEqual(5_000_000);
        expect(Math.max(...slices.map(({ elements }) => elements))).toBeLessThanOrEqual(5_000);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the elements of a text', () => {
  const elementsOf = ({ tokens }: LexerOutput) =>
    tokens.reduce((sum, token) => sum + countElements(token), 0);

  it('are added in small slices, also to a table that grows', () => {
    const lexing = createTimeSlicedLexer(() => 0);
    const text = `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(480)}`;
    const counts = [0];
    for (let isDone = false; !isDone;) {
      const output = lexing.advance(text, false);
      counts.push(elementsOf(output));
      ({ isDone } = output);
    }
    const added = counts.slice(1).map((count, at) => count - (counts[at] ?? 0));
    expect(counts.at(-1)).toBeGreaterThan(900);
    expect(Math.max(...added)).toBeLessThan(600);
  });

  it.each(['# a\n', 'a\n\n', 'some **words** and `code`\n\n'])(
    'are limited, and blocks count more, because each is laid out on its own: %j',
    (block) => {
      const { last } = lexInTasks(block.repeat(50_000));
      const formatted = last.tokens.filter(({ type }) => type === 'heading' || type === 'paragraph');
      expect(formatted.length).toBeGreaterThan(500);
      expect(elementsOf(last) + formatted.length).toBeLessThan(7_500 + last.tokens.length - formatted.length);
    },
  );
});

describe('a text within the budget', () => {
  const answer = `# Title\n\n${'Some *words* and `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'.repeat(200)}The end.`;

  it('is formatted to its end', () => {
    const { last } = lexInTasks(answer);
    expect(last.tokens.at(-1)).toMatchObject({ type: 'paragraph', text: 'The end.' });
    expect(last.tokens.filter(({ type }) => type === 'html')).toEqual([]);
  });

  it('has the blocks of one parse', () => {
    const { last } = lexInTasks(answer);
    const whole = new Lexer({ gfm: true }).lex(answer);
    expect(last.tokens.map(({ type, raw }) => [type, raw])).toEqual(
      whole.map(({ type, raw }) => [type, raw]),
    );
  });

  it('has the links that are defined at its end, as soon as it is complete', () => {
    const text = `See [here][1].\n\n${'More words.\n\n'.repeat(500)}[1]: https://example.org`;
    const { last } = lexInTasks(text);
    expect(last.edition).toBe(1);
    expect(JSON.stringify(last.tokens[0])).toContain('"href":"https://example.org"');
  });
});

describe('the texts of one message', () => {
  const text = 'A *paragraph*.\n\n'.repeat(20_000);
  const parseAll = (lexing: ReturnType<typeof createTimeSlicedLexer>, source = text) => {
    let last = lexing.advance(source, false);
    while (!last.isDone) last = lexing.advance(source, false);
    return last;
  };

  it('have half a second together, with their colours and formulas', () => {
    const { work, now } = countWork();
    const budget = createRenderBudget();
    budget.spend(200, 0);
    const lasts = Array.from({ length: 16 }, () => parseAll(createTimeSlicedLexer(now, budget)));
    expect(lasts.map(raw)).toEqual(Array.from({ length: 16 }, () => text));
    expect(lasts.at(-1)?.tokens.at(-1)?.type).toBe('html');
    // 1,000 characters take 1 ms here; one step may exceed the budget.
    expect(work.blocks).toBeLessThan(350_000);
    expect(budget.leftMs()).toBe(0);
  });

  it('release the time of a text that was replaced', () => {
    const { now } = countWork();
    const budget = createRenderBudget();
    const lexing = createTimeSlicedLexer(now, budget);
    parseAll(lexing);
    const left = budget.leftMs();
    expect(left).toBeLessThan(500);
    lexing.addRenderTime(100);
    expect(budget.leftMs()).toBe(Math.max(0, left - 100));
    parseAll(lexing, 'Short.');
    expect(budget.leftMs()).toBeGreaterThan(490);
  });
});

describe('what exceeds the budget', () => {
  it('is plain text after what was formatted', () => {
    let clock = 0;
    // Each reading of the clock is 10 ms later.
    const lexing = createTimeSlicedLexer(() => (clock += 10));
    const text = 'A *paragraph*.\n\n'.repeat(20_000);
    let last = lexing.advance(text, false);
    while (!last.isDone) last = lexing.advance(text, false);
    expect(last.tokens[0]?.type).toBe('paragraph');
    expect(last.tokens.at(-1)?.type).toBe('html');
    expect(raw(last)).toBe(text);
  });

  it('continues as plain text while it streams', () => {
    let clock = 0;
    const lexing = createTimeSlicedLexer(() => (clock += 100));
    let text = '';
    for (let delta = 0; delta < 200; delta++) {
      text += 'A *paragraph*.\n\n';
      const last = lexing.advance(text, true);
      expect(raw(last)).toBe(text);
    }
    expect(lexing.advance(text, true).tokens.at(-1)?.type).toBe('html');
  });
});
