/**
 * The part of a number format that carries meaning: leading zeros and text around, between or instead of the digits.
 * Rounding and separators of thousands are left out, so that no digit is lost.
 */
// ECMA-376 part 1, 18.8.31.

/** `digits`: without sign, such as `12.5`. */
export type NumberPattern = (digits: string, isNegative: boolean) => string;

type Token = { kind: 'digit' | 'zero' | 'point' | 'text'; text: string };
type Section = { tokens: readonly Token[]; isScaled: boolean; words: string };

const tokens =
  /"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|(general|[#?])|(0)|(\.)|(@|,|[eE][+-])|([^])/gi;

export function numberPattern(code: string): NumberPattern {
  // Sections that apply under a condition, such as `[>=100]`, have another order.
  const [first, ...others] = /\[[<>=]/.test(code) ? [] : sections(code);
  return (digits, isNegative) => {
    const number = `${isNegative ? '-' : ''}${digits}`;
    if (!first) return number;
    const other = isNegative ? others[0] : Number(digits) === 0 ? others[1] : undefined;
    // Such as `0" Cr";0" Dr"`: other words say what the sign means.
    if (other && other.words !== first.words) return shownIn(other, digits, number) ?? number;
    const shown = shownIn(first, digits, number);
    return shown !== undefined && isNegative && first.tokens.some(isPlace) ? `-${shown}` : (shown ?? number);
  };
}

/** Undefined if the section adds nothing to the number, or scales it. */
function shownIn({ tokens: all, isScaled, words }: Section, digits: string, number: string) {
  if (isScaled) return undefined;
  if (!all.some(isPlace)) return words === '' ? undefined : `${textOf(all).trim()} (${number})`;
  const isPlain = all.every(({ kind, text }) => kind !== 'text' || text.trim() === '');
  const zeros = integerOf(all).filter(({ kind }) => kind === 'zero').length;
  return isPlain && zeros < 2 ? undefined : fill(all, digits).trim();
}

/** For positive numbers, negative ones and zero. */
function sections(code: string): Section[] {
  const parts = [...code.matchAll(/((?:"[^"]*"?|\\.|[^;"])*)(?:;|$)/g)].map(([, part = '']) => part);
  return parts.slice(0, 3).map((part) => {
    const all = tokensOf(part);
    // Commas behind the digits divide by a thousand each; a slash between digits makes a fraction.
    const bare = part.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
    const isScaled = /[0#?],+(?![0#?,])|[eE][+-]|[#?]\s*\/|@/.test(bare);
    return { tokens: all, isScaled, words: textOf(all).replaceAll(/[^\p{L}]/gu, '') };
  });
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

function isPlace({ kind }: Token): boolean {
  return kind === 'digit' || kind === 'zero';
}

function textOf(all: readonly Token[]): string {
  return all.map(({ text }) => text).join('');
}

function integerOf(all: readonly Token[]): readonly Token[] {
  const point = all.findIndex(({ kind }) => kind === 'point');
  return point < 0 ? all : all.slice(0, point);
}

/** Fills the places before the point from the right; the decimals follow as they are. */
function fill(all: readonly Token[], digits: string): string {
  const [whole = '', decimals] = digits.split('.');
  const integer = integerOf(all);
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
  const lastDigit = all.findLastIndex(isPlace);
  const before = textOf(integer.slice(0, Math.max(0, firstPlace)));
  return before + (firstPlace < 0 ? digits : written) + textOf(all.slice(lastDigit + 1));
}
