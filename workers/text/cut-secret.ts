/**
 * Removes a secret from a text that a server sent, because servers repeat secrets in whole or in part, in
 * another case or encoding.
 */
import { joinRanges, type Range } from './fold-text.ts';
import { toHex } from './sha256.ts';

/**
 * The length of the parts of a secret that are searched for. Shorter parts would also match ordinary words.
 */
const partCharacters = 8;

/**
 * Replaces every eight consecutive characters of the secret, and every eight consecutive letters and digits
 * of it even with other separators between them. The public prefix of the secret is not replaced. A secret
 * with fewer than eight characters is replaced only where the whole secret occurs.
 */
export function cutSecret(text: string, secret: string): string {
  return cutSecrets(text, [secret]);
}

/** Like `cutSecret`, for all these secrets in one pass. */
export function cutSecrets(text: string, secrets: readonly string[]): string {
  return replaceRanges(text, placesOf(text, secrets), () => '…');
}

/** Replaces each character by an asterisk, so that the text keeps its length. */
export function maskSecret(text: string, secret: string): string {
  return replaceRanges(text, placesOf(text, [secret]), (length) => '*'.repeat(length));
}

function placesOf(text: string, all: readonly string[]): Range[] {
  const secrets = all.filter((secret) => secret !== '').map(comparedOf);
  if (secrets.length === 0) return [];
  const ranges: Range[] = [];
  const letters = new Set(secrets.flatMap(({ text: secret, size }) => partsOf(formsOf(secret), size)));
  find(text, letters, readLetters, ranges);
  // A percent sign may also be a literal one, so the text is searched in both ways.
  if (/%|&#|\\[ux]/i.test(text)) find(text, letters, readEncodedLetters, ranges);
  // Parts that have only letters and digits are among the parts above.
  const exact = secrets.flatMap(({ text: secret, size }) =>
    partsOf(
      [secret, encodeURIComponent(secret.toWellFormed())].map((form) => collect(readUnits, form)),
      size,
    ),
  );
  find(text, new Set(exact.filter(hasSymbol)), readUnits, ranges);
  return joinRanges(ranges);
}

/** The text of a secret that is searched for, and how many consecutive characters count as a match. */
type Compared = { text: string; size: number };

/**
 * If only a few characters follow the public prefix, they may be an ordinary word. Then only the whole secret
 * is searched for.
 */
function comparedOf(secret: string): Compared {
  const rest = withoutPublicPrefix(secret);
  if (rest !== secret && rest.length < partCharacters) return { text: secret, size: Infinity };
  return { text: rest, size: partCharacters };
}

/**
 * Prefixes, in lower case, that all keys of a kind share. They reveal nothing and occur in ordinary text
 * ("GitHub Pages"). Shorter prefixes, such as `ghp_` and `AIza`, are not listed: of eight characters that
 * begin with them, four belong to the secret. Sources:
 */
const publicPrefixes = [
  // https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
  'github_pat_',
  // https://docs.gitlab.com/security/tokens/#token-prefixes
  ...['glpat-', 'glptt-', 'gloas-'],
  // The keys that the documentation of Anthropic, OpenAI and OpenRouter shows.
  ...['sk-ant-api03-', 'sk-ant-oat01-', 'sk-proj-', 'sk-svcacct-', 'sk-or-v1-'],
  // Schemes of an Authorization header: RFC 6750, RFC 7617, GitHub's own.
  ...['bearer ', 'basic ', 'token '],
];

/** A secret can have two prefixes, as in `Bearer github_pat_…`. */
function withoutPublicPrefix(secret: string): string {
  const known = publicPrefixes.find((prefix) => secret.slice(0, prefix.length).toLowerCase() === prefix);
  return known === undefined ? secret : withoutPublicPrefix(secret.slice(known.length));
}

function replaceRanges(text: string, ranges: readonly Range[], mark: (length: number) => string): string {
  let kept = '';
  let end = 0;
  for (const [from, to] of ranges) {
    kept += text.slice(end, from) + mark(to - from);
    end = to;
  }
  return kept + text.slice(end);
}

function hasSymbol(part: string): boolean {
  return /[^\p{L}\p{N}]/u.test(part);
}

/** Receives one UTF-16 unit to compare and its place in the text; `gap` where a match must not continue. */
type Take = (unit: number, start: number, end: number) => void;
const gap = -1;
type Read = (text: string, take: Take) => void;

/** Reads every character; ASCII letters in lower case. */
function readUnits(text: string, take: Take): void {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    take(lowerCase[unit] || unit, at, at + 1);
  }
}

/** Reads only letters and digits, in lower case. */
function readLetters(text: string, take: Take): void {
  const letters = withGaps(take);
  for (let at = 0; at < text.length;) at = readLetter(text, at, letters);
}

/** One character in an address, in HTML, in JSON or in code: `%41`, `&#65;`, `&#x41;`, `\u0041`, `\u{41}`, `\x41`. */
const encoded =
  /%([\da-f]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})/iy;

/** The code of the character that is encoded there, and where the next one begins. */
function decodeAt(text: string, at: number): { code: number; end: number } | undefined {
  if (!'%&\\'.includes(text.charAt(at))) return undefined;
  encoded.lastIndex = at;
  const [whole = '', percent, hex, decimal, braces, four, two] = encoded.exec(text) ?? [];
  if (whole === '') return undefined;
  const code = decimal ? Number(decimal) : parseInt(percent ?? hex ?? braces ?? four ?? two ?? '', 16);
  return code <= 0x10ffff ? { code, end: at + whole.length } : undefined;
}

/** Like `readLetters`, but decodes characters. */
function readEncodedLetters(text: string, take: Take): void {
  let from = 0;
  let end: number | undefined;
  const letters = withGaps((unit, start, stop) => take(unit, end === undefined ? start : from, end ?? stop));
  for (let at = 0; at < text.length;) {
    const decoded = decodeAt(text, at);
    if (decoded) {
      from = at;
      ({ end } = decoded);
      readLetter(String.fromCodePoint(decoded.code), 0, letters);
      at = end;
      end = undefined;
    } else at = readLetter(text, at, letters);
  }
}

type Letters = { take: Take; skip(code: number): void };

/**
 * Passes on `gap` where too much is between two letters: `s k - c a n a r y` is one secret, but
 * `"pass":"word"` is two values.
 */
function withGaps(take: Take): Letters {
  let between = 0;
  return {
    take(unit, start, end) {
      if (between > maxBetween) take(gap, start, start);
      between = 0;
      take(unit, start, end);
    },
    skip(code) {
      between += separators[code] ?? 1;
    },
  };
}

/** The highest sum of `separators` between two letters of one match. */
const maxBetween = 3;
/**
 * How much each ASCII character counts between two letters. In data, a quote or a colon stands next to other
 * characters, so a single one does not separate values (`6b:33:79`). A character that always separates values
 * exceeds the limit alone. A backslash counts as 0, because it belongs to the character that it escapes.
 */
const separators = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (',;|\t=&[]{}()<>'.includes(character)) return maxBetween + 1;
  if ('"\'`:'.includes(character)) return maxBetween;
  if (character === '\n') return maxBetween - 1;
  return character === '\\' ? 0 : 1;
});

/** For each ASCII character: its code in lower case, or 0 if it is neither a letter nor a digit. */
const lowerCase = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\da-z]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Returns where the next character begins. */
function readLetter(text: string, at: number, { take, skip }: Letters): number {
  const code = text.charCodeAt(at);
  if (code < 128) {
    const unit = lowerCase[code] ?? 0;
    if (unit === 0) skip(code);
    else take(unit, at, at + 1);
    return at + 1;
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  const end = at + character.length;
  if (/[\p{L}\p{N}]/u.test(character)) {
    const lower = character.toLowerCase();
    for (let unit = 0; unit < lower.length; unit++) take(lower.charCodeAt(unit), at, end);
  } else skip(code);
  return end;
}

/**
 * The forms of the secret that are searched for: plain, reversed, hexadecimal, and inside base64, where its
 * form depends on its offset modulo 3.
 */
function formsOf(secret: string): string[] {
  const plain = collect(readLetters, secret);
  const base64 = [0, 1, 2].map((before) => collect(readLetters, insideBase64(secret, before)));
  const hex = toHex(new TextEncoder().encode(secret));
  const others = [...base64, hex, Array.from(plain).reverse().join('')];
  const longForms = [plain, ...others].filter(({ length }) => length >= partCharacters);
  // A short secret that has only letters and digits is searched for, too. The few letters of a secret with
  // symbols are not, because they would match anywhere.
  return longForms.includes(plain) || hasSymbol(secret) ? longForms : [plain, ...longForms];
}

function collect(read: Read, text: string): string {
  let units = '';
  read(text, (unit) => {
    if (unit !== gap) units += String.fromCharCode(unit);
  });
  return units;
}

/** The base64 characters that depend on the secret alone, not on the bytes around it. */
function insideBase64(secret: string, before: number): string {
  const bytes = [...Array<number>(before).fill(0), ...new TextEncoder().encode(secret)];
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

function partsOf(forms: readonly string[], size: number): string[] {
  const parts: string[] = [];
  for (const form of forms)
    for (let at = 0; at === 0 || at + size <= form.length; at++) parts.push(form.slice(at, at + size));
  return parts;
}

/** Adds the places where these parts occur in the text to `ranges`. */
function find(text: string, parts: ReadonlySet<string>, read: Read, ranges: Range[]): void {
  for (const size of new Set([...parts].map(({ length }) => length)))
    read(text, matcher(new Set([...parts].filter(({ length }) => length === size)), size, ranges));
}

/** The multiplier of the hash, an odd number whose set bits are spread out. */
const factor = 0x9e3779b1;

/**
 * Searches with a rolling hash (Rabin-Karp), because a page may have several megabytes. It compares texts
 * only where the hash equals that of a part.
 */
function matcher(parts: ReadonlySet<string>, size: number, ranges: Range[]): Take {
  const known = new Uint8Array(65_536);
  for (const part of parts) known[hashOf(part) >>> 16] = 1;
  let leaving = 1;
  for (let step = 0; step < size; step++) leaving = Math.imul(leaving, factor);
  // A ring buffer of the last `size` units.
  const units = new Uint16Array(size);
  const starts = new Int32Array(size);
  let hash = 0;
  let count = 0;
  return (unit, start, end) => {
    if (unit === gap) {
      units.fill(0);
      hash = count = 0;
      return;
    }
    const at = count % size;
    hash = (Math.imul(hash, factor) + unit - Math.imul(leaving, units[at] ?? 0)) | 0;
    units[at] = unit;
    starts[at] = start;
    count++;
    if (count < size || known[hash >>> 16] === 0) return;
    const first = count % size;
    const last = String.fromCharCode(...units.subarray(first), ...units.subarray(0, first));
    if (parts.has(last)) ranges.push([starts[first] ?? 0, end]);
  };
}

function hashOf(part: string): number {
  let hash = 0;
  for (let at = 0; at < part.length; at++) hash = (Math.imul(hash, factor) + part.charCodeAt(at)) | 0;
  return hash;
}
