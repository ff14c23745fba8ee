/** Formulas become MathML as data; macro definitions and huge formulas are rejected. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MathElement } from '#shared/rendering/renderer-protocol.ts';
import { layOutFormula } from '#workers/renderer/lay-out-formula.ts';

function size(math: MathElement | null): number {
  if (!math) return 0;
  return math.children.reduce((sum, child) => sum + (typeof child === 'string' ? 1 : size(child)), 1);
}

function tags(math: MathElement): string[] {
  return [math.tag, ...math.children.flatMap((child) => (typeof child === 'string' ? [] : tags(child)))];
}

describe('layOutFormula', () => {
  it('gives MathML', () => {
    const math = layOutFormula('\\frac{a}{b^2}', true);
    expect(math?.tag).toBe('math');
    expect(math && tags(math)).toContain('mfrac');
  });

  it('does not take a name that begins like a definition for one', () => {
    for (const text of ['\\definition', '\\letter', '\\globalx'])
      expect(() => layOutFormula(text, false)).toThrow(/Unsupported function name/);
    expect(layOutFormula('\\left( a \\right)', false)?.tag).toBe('math');
  });

  it.each([
    ...['\\def\\a{x}\\a', '\\gdef\\a{x}\\a', '\\edef\\a{x}\\a', '\\xdef\\a{x}\\a', '\\let\\a=x\\a'],
    ...['\\newcommand{\\a}{x}\\a', '\\renewcommand{\\a}{x}\\a', '\\providecommand{\\a}{x}\\a'],
    ...['\\futurelet\\a\\b\\c', '\\global\\def\\a{x}\\a', '\\long\\def\\a{x}', '\\def \\a{x}\\a'],
    `\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(480)}`,
  ])('refuses %s', (text) => expect(layOutFormula(text, true)).toBeNull());

  it('refuses what is too large or nested too deep', () => {
    expect(layOutFormula('a+'.repeat(1_000) + 'a', true)).toBeNull();
    expect(layOutFormula('\\sqrt{'.repeat(200) + 'a' + '}'.repeat(200), true)).toBeNull();
  });

  it('makes no link and no attribute that loads or runs something', () => {
    for (const text of [
      '\\href{https://example.org}{a}',
      '\\url{https://example.org}',
      '\\ref{x}',
      '\\includegraphics{a.png}',
    ]) {
      const math = attempt(text);
      expect(JSON.stringify(math)).not.toMatch(/"(?:href|src|on\w+)":/);
    }
  });

  it('never gives more than a page can draw, whatever is repeated', () => {
    const atom = fc.constantFrom(
      ...['\\frac{1}{2}', '\\sqrt', '{', '}', '^', '_', 'x', '\\left(', '\\right)', '\\ce{H2O}', '&', '\\\\'],
      ...[
        '\\begin{matrix}',
        '\\end{matrix}',
        '\\overbrace{',
        '\\text{a}',
        '\\mathbf',
        '\\sum',
        "'",
        '\\color{red}',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(atom, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 100 }),
        (parts, times) => {
          expect(size(attempt(parts.join('').repeat(times).slice(0, 2_000)))).toBeLessThanOrEqual(2_000);
        },
      ),
      { numRuns: 200 },
    );
  });
});

function attempt(text: string): MathElement | null {
  try {
    return layOutFormula(text, true);
  } catch {
    return null;
  }
}
