/** Splits a message into pieces, but never inside quotations, web addresses or braces, which are masked by single characters. */

/** Quotes and braces become one character of the first range, web addresses one of the second. */
export const quotedSpan = '[\\uE000-\\uEFFF]';
export const addressSpan = '[\\uF000-\\uF8FF]';

type Span = { raw: string; inner: string };
export type Masked = { text: string; spans: ReadonlyMap<string, Span> };

/** The text between two separators, by position. `next`: it follows a separator such as "then". */
export type Piece = { start: number; end: number; next: boolean };

const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '「': '」',
  '『': '』',
};
const urlStart = /https?:\/\/[^\s\p{Script=Han}"'`<>“”‘’「」，。；、！？）]+/iuy;
const latin = /[\p{Script=Latin}\p{N}]/u;
const singleUrl = /^https?:\/\/\S+$/i;

export function mask(source: string): Masked {
  const spans = new Map<string, Span>();
  const dead = new Set<string>();
  let text = '';
  let addresses = 0;
  for (let at = 0; at < source.length;) {
    const span = spanAt(source, at, dead);
    const isAddress = span !== undefined && singleUrl.test(span.inner);
    const code = isAddress ? 0xf000 + addresses : 0xe000 + spans.size - addresses;
    if (!span || code > (isAddress ? 0xf8ff : 0xefff)) {
      text += source.charAt(at);
      at += 1;
      continue;
    }
    if (isAddress) addresses += 1;
    spans.set(String.fromCharCode(code), span);
    text += String.fromCharCode(code);
    at += span.raw.length;
  }
  // Long runs of white space multiply the ways in which a pattern can fail.
  return { text: text.replace(/\s{4,}/g, (blanks) => blanks.slice(0, 3)), spans };
}

/** The original text; where it is one quotation and nothing else, without its quotes. */
export function unmask(text: string, spans: Masked['spans']): string {
  const trimmed = text.trim();
  const whole = spans.get(trimmed);
  if (whole) return whole.inner;
  return trimmed.replace(/[\uE000-\uF8FF]/g, (hidden) => spans.get(hidden)?.raw ?? hidden);
}

function spanAt(source: string, at: number, dead: Set<string>): Span | undefined {
  const first = source[at] ?? '';
  if (first >= '\uE000' && first <= '\uF8FF') return { raw: first, inner: first };
  if (first === 'h' || first === 'H') return addressAt(source, at);
  if (dead.has(first)) return undefined;
  if (first === '{') return bracesAt(source, at, dead);
  const closer = closingQuotes[first];
  if (closer === undefined || (first === "'" && latin.test(source[at - 1] ?? ''))) return undefined;
  return quotationAt(source, at, closer, dead);
}

function quotationAt(source: string, at: number, closer: string, dead: Set<string>): Span | undefined {
  // ``` opens a fenced block, whose first line may name a language.
  const fence = source.startsWith('```', at) ? '```' : '';
  const mark = fence || closer;
  let end = source.indexOf(mark, at + mark.length);
  const isApostrophe = () => (closer === "'" || closer === '’') && latin.test(source[end + 1] ?? '');
  while (end > 0 && isApostrophe()) end = source.indexOf(closer, end + 1);
  if (end < 0) {
    // No later opening can find a closing mark either; remembering that avoids quadratic time.
    dead.add(source[at] ?? '');
    return undefined;
  }
  const inner = source.slice(at + mark.length, end);
  const raw = source.slice(at, end + mark.length);
  return { raw, inner: fence ? inner.replace(/^\w*\n/, '').replace(/\n$/, '') : inner };
}

function bracesAt(source: string, at: number, dead: Set<string>): Span | undefined {
  let depth = 0;
  let inString = false;
  for (let end = at; end < source.length; end += 1) {
    const character = source[end];
    if (inString && character === '\\') end += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && character === '{') depth += 1;
    else if (!inString && character === '}') depth -= 1;
    if (depth > 0) continue;
    const raw = source.slice(at, end + 1);
    return { raw, inner: raw };
  }
  dead.add('{');
  return undefined;
}

function addressAt(source: string, at: number): Span | undefined {
  urlStart.lastIndex = at;
  const found = urlStart.exec(source)?.[0].replace(/[.,;:!?)\]}]+$/, '');
  return found ? { raw: found, inner: found } : undefined;
}

const nextWords =
  '\\s*[,;.，；。]?\\s*(?:(?:\\band\\s+)?\\b(?:then|afterwards|after that|finally|next)\\b(?:\\s+also\\b)?|' +
  '[并且而]*(?:然后|接着|随后|之后|最后)再?|再(?=[读写看查列打抓获追保存显把将]))[,，]?\\s*';
const alsoWords =
  '\\s*,?\\s+(?:and|&|plus|as well as)(?:\\s+also)?\\s+|\\s*[;；\\n、，。！？]+\\s*|,\\s+|[.!?]+(?:\\s+|$)|' +
  '\\s*(?:和|并且|并|以及|还有|同时)\\s*';
const separatorPattern = new RegExp(`(${nextWords})|${alsoWords}`, 'giu');

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let start = 0;
  let next = false;
  const push = (end: number) => {
    const isEmpty = text.slice(start, end).trim() === '';
    if (!isEmpty) found.push({ start, end, next });
    return !isEmpty;
  };
  for (const separator of text.matchAll(separatorPattern)) {
    const pushed = push(separator.index);
    // Separators in a row are one; it chains when any of them does.
    next = separator[1] !== undefined || (!pushed && next);
    start = separator.index + separator[0].length;
  }
  push(text.length);
  return found;
}
