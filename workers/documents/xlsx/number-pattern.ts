/**
 * The part of a number format that carries meaning: leading zeros and text around or between the digits. Rounding and
 * separators of thousands are left out, so that no digit is lost.
 */
// ECMA-376 part 1, 18.8.31.

export type NumberPattern = (digits: string, isNegative: boolean) => string;

type Token = { kind: 'digit' | 'zero' | 'point' | 'text'; text: string };

const tokens =
  /"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|(general|[#?])|(0)|(\.)|(@|,|[eE][+-])|([^])/gi;

/** Undefined if the format adds nothing to the number, or scales it. `digits`: without sign, such as `12.5`. */
export function numberPattern(code: string): NumberPattern | undefined {
  // Commas behind the digits divide by a thousand each; a slash between digits makes a fraction.
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  if (/[0#?],+(?![0#?,])|[eE][+-]|[#?]\s*\/|@/.test(bare.split(';', 1)[0] ?? '')) return undefined;
  const [first = []] = sections(code).map(tokensOf);
  const isPlain = first.every(({ kind, text }) => kind !== 'text' || text.trim() === '');
  const zeros = integerOf(first).filter(({ kind }) => kind === 'zero').length;
  if (!first.some(({ kind }) => kind === 'digit' || kind === 'zero')) return undefined;
  if (isPlain && zeros < 2) return undefined;
  return (digits, isNegative) => `${isNegative ? '-' : ''}${fill(first, digits)}`.trim();
}

function sections(code: string): string[] {
  return code.match(/(?:"[^"]*"|\\.|[^;])+/g) ?? [];
}

function tokensOf(section: string): Token[] {
  return [...section.matchAll(tokens)].flatMap(
    ([, quoted, escaped, currency, digit, zero, point, , other]): Token[] => {
      const text = quoted ?? escaped ?? currency ?? other;
      if (text !== undefined) return [{ kind: 'text', text }];
      if (digit !== undefined) return [{ kind: 'digit', text: '' }];
      if (zero !== undefined) return [{ kind: 'zero', text: '' }];
      return point === undefined ? [] : [{ kind: 'point', text: '' }];
    },
  );
}

function integerOf(all: readonly Token[]): readonly Token[] {
  const point = all.findIndex(({ kind }) => kind === 'point');
  return point < 0 ? all : all.slice(0, point);
}

/** Fills the places before the point from the right; the decimals follow as they are. */
function fill(all: readonly Token[], digits: string): string {
  const [whole = '', decimals] = digits.split('.');
  const integer = integerOf(all);
  const isPlace = ({ kind }: Token) => kind === 'digit' || kind === 'zero';
  const [firstPlace, lastPlace] = [integer.findIndex(isPlace), integer.findLastIndex(isPlace)];
  let rest = whole;
  let written = decimals === undefined ? '' : `.${decimals}`;
  for (let at = lastPlace; at >= firstPlace && at >= 0; at--) {
    const token = integer[at];
    if (token?.kind === 'text') written = token.text + written;
    else if (rest !== '') {
      written = rest.slice(-1) + written;
      rest = rest.slice(0, -1);
    } else if (token?.kind === 'zero') written = `0${written}`;
    if (at === firstPlace) written = rest + written;
  }
  const textOf = (some: readonly Token[]) => some.map(({ text }) => text).join('');
  const lastDigit = all.findLastIndex(isPlace);
  const before = textOf(integer.slice(0, Math.max(0, firstPlace)));
  return before + (firstPlace < 0 ? digits : written) + textOf(all.slice(lastDigit + 1));
}
