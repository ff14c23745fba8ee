/** Removes a secret from the text of a server: servers repeat it, whole or in part, in another case or encoding. */

/** Fewer characters in a row would also match ordinary words. */
const tellingCharacters = 8;

/**
 * Replaces every eight characters in a row of the secret, and every eight of its letters and digits with other separators
 * between them; not its public prefix. A shorter secret is replaced where it is whole.
 */
export function cutSecret(text: string, secret: string): string {
  return cutSecrets(text, [secret]);
}

/** In one pass for all of them. */
export function cutSecrets(text: string, secrets: readonly string[]): string {
  return replaceRanges(text, placesOf(text, secrets), () => '…');
}

/** The text keeps its length. */
export function maskSecret(text: string, secret: string): string {
  return replaceRanges(text, placesOf(text, [secret]), (length) => '*'.repeat(length));
}

function placesOf(text: string, all: readonly string[]): Range[] {
  const secrets = all.filter((secret) => secret !== '').map(comparedOf);
  if (secrets.length === 0) return [];
  const ranges: Range[] = [];
  const letters = new Set(secrets.flatMap(({ text: secret, size }) => partsOf(formsOf(secret), size)));
  find(text, letters, readLetters, ranges);
  // A percent sign may also be just that.
  if (text.includes('%')) find(text, letters, readEncodedLetters, ranges);
  // Those of letters and digits alone are among the parts above.
  const exact = secrets.flatMap(({ text: secret, size }) =>
    partsOf(
      [secret, encodeURIComponent(secret.toWellFormed())].map((form) => collect(readUnits, form)),
      size,
    ),
  );
  find(text, new Set(exact.filter(hasSymbol)), readUnits, ranges);
  return joinRanges(ranges);
}

/** What of a secret is looked for, and how much of it in a row. */
type Compared = { text: string; size: number };

/** Little behind a public prefix may be a word: then only the whole is looked for. */
function comparedOf(secret: string): Compared {
  const rest = withoutPublicPrefix(secret);
  if (rest !== secret && rest.length < tellingCharacters) return { text: secret, size: Infinity };
  return { text: rest, size: tellingCharacters };
}

/**
 * In lower case: beginnings that all keys of a kind share, which tell nothing and stand in ordinary text ("GitHub Pages").
 * Shorter ones, such as `ghp_` and `AIza`, leave half of eight characters to the secret. Sources:
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

/** `Bearer github_pat_…` has two of them. */
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

/** Receives one UTF-16 unit of what is compared, and its place in the text; `gap` where nothing goes on. */
type Take = (unit: number, start: number, end: number) => void;
const gap = -1;
type Read = (text: string, take: Take) => void;

/** Every character; ASCII letters in lower case. */
function readUnits(text: string, take: Take): void {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    take(lowerCase[unit] || unit, at, at + 1);
  }
}

/** Letters and digits in lower case. */
function readLetters(text: string, take: Take): void {
  const letters = withGaps(take);
  for (let at = 0; at < text.length;) at = readLetter(text, at, letters);
}

/** `%41` is A. */
function readEncodedLetters(text: string, take: Take): void {
  let from = 0;
  let end: number | undefined;
  const letters = withGaps((unit, start, stop) => take(unit, end === undefined ? start : from, end ?? stop));
  for (let at = 0; at < text.length;) {
    const byte = text.charCodeAt(at) === percent ? text.slice(at + 1, at + 3) : '';
    if (/^[\da-f]{2}$/i.test(byte)) {
      from = at;
      end = at + 3;
      readLetter(String.fromCharCode(parseInt(byte, 16)), 0, letters);
      at = end;
      end = undefined;
    } else at = readLetter(text, at, letters);
  }
}

type Letters = { take: Take; skip(code: number): void };

/** `s k - c a n a r y` is a secret in a row; `"pass":"word"` is two values. */
function withGaps(take: Take): Letters {
  let between = 0;
  return {
    take(unit, start, end) {
      if (between > mostBetween) take(gap, start, start);
      between = 0;
      take(unit, start, end);
    },
    skip(code) {
      between += separators[code] ?? 1;
    },
  };
}

/** Characters between two letters. */
const mostBetween = 3;
/**
 * What each ASCII character counts for between two letters. In data a quote or a colon stands beside other characters, so
 * one alone is no structure (`6b:33:79`); what separates values always is. A backslash belongs to what it escapes.
 */
const separators = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (',;|\t=&[]{}()<>'.includes(character)) return mostBetween + 1;
  if ('"\'`:'.includes(character)) return mostBetween;
  if (character === '\n') return mostBetween - 1;
  return character === '\\' ? 0 : 1;
});

const percent = '%'.charCodeAt(0);
/** Of each ASCII character: its unit in lower case, or 0 where it is no letter and no digit. */
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

/** Plain, backwards, as hexadecimal numbers, and inside base64, where it has three forms depending on its offset. */
function formsOf(secret: string): string[] {
  const plain = collect(readLetters, secret);
  const base64 = [0, 1, 2].map((before) => collect(readLetters, insideBase64(secret, before)));
  const hex = [...new TextEncoder().encode(secret)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const others = [...base64, hex, Array.from(plain).reverse().join('')];
  const telling = [plain, ...others].filter(({ length }) => length >= tellingCharacters);
  // A short secret of letters alone is one all the same; few letters between symbols would match anywhere.
  return telling.includes(plain) || hasSymbol(secret) ? telling : [plain, ...telling];
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

type Range = [from: number, to: number];

/** Adds the places of these parts in the text. */
function find(text: string, parts: ReadonlySet<string>, read: Read, ranges: Range[]): void {
  for (const size of new Set([...parts].map(({ length }) => length)))
    read(text, matcher(new Set([...parts].filter(({ length }) => length === size)), size, ranges));
}

/** Any odd number whose bits are spread. */
const factor = 0x9e3779b1;

/** A rolling hash (Rabin-Karp), because a page may have megabytes: only where it is that of a part are texts compared. */
function matcher(parts: ReadonlySet<string>, size: number, ranges: Range[]): Take {
  const known = new Uint8Array(65_536);
  for (const part of parts) known[hashOf(part) >>> 16] = 1;
  let leaving = 1;
  for (let step = 0; step < size; step++) leaving = Math.imul(leaving, factor);
  // The last `size` units, as a ring.
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

/** In order; those that overlap or touch are one. */
function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
