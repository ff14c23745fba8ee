/** Removes a secret from the error text of a server: servers repeat it, whole or in part, in another case or encoding. */

/** Fewer characters in a row would also match ordinary words. */
const tellingCharacters = 8;

/** Replaces every eight characters in a row of the secret; of its letters and digits, whatever is between them. */
export function cutSecret(text: string, secret: string): string {
  return cutParts(text, secret, tellingCharacters);
}

/** As `cutSecret`, for `telling` characters in a row; a shorter secret is replaced where it is whole. */
export function cutParts(text: string, secret: string, telling: number): string {
  if (secret === '') return text;
  const exact = [secret, encodeURIComponent(secret.toWellFormed())];
  const forms = partsOf(formsOf(secret, telling), telling);
  const whole = partsOf(exact, telling);
  const ranges = [
    ...rangesOf(compactOf(text), forms),
    // A percent sign may also be just that.
    ...rangesOf(compactOf(text, encoded), forms),
    ...rangesOf(exactOf(text), whole),
  ];
  let kept = '';
  let end = 0;
  for (const [from, to] of joinRanges(ranges)) {
    kept += `${text.slice(end, from)}…`;
    end = to;
  }
  return kept + text.slice(end);
}

/** Every character as it is. */
function exactOf(text: string): Compact {
  const starts = Array.from({ length: text.length }, (_, at) => at);
  return { letters: text, starts, ends: starts.map((at) => at + 1) };
}

/** What is compared, such as letters and digits in lower case; `starts` and `ends` are the places in the text. */
type Compact = { letters: string; starts: number[]; ends: number[] };

const letter = /[\p{L}\p{N}]/gu;
/** `%41` is A. */
const encoded = /%[\da-f]{2}|[\p{L}\p{N}]/giu;

function compactOf(text: string, letters = letter): Compact {
  const compact: Compact = { letters: '', starts: [], ends: [] };
  for (const { 0: found, index } of text.matchAll(letters)) {
    const character = found.startsWith('%') ? String.fromCharCode(parseInt(found.slice(1), 16)) : found;
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    for (const unit of character.toLowerCase()) {
      compact.letters += unit;
      compact.starts.push(index);
      compact.ends.push(index + found.length);
      // A letter outside the basic plane has two units.
      if (unit.length > 1) {
        compact.starts.push(index);
        compact.ends.push(index + found.length);
      }
    }
  }
  return compact;
}

/** Plain, backwards, as hexadecimal numbers, and inside base64, where it has three forms depending on its offset. */
function formsOf(secret: string, telling: number): string[] {
  const encoded = [0, 1, 2].map((before) => insideBase64(secret, before));
  const plain = compactOf(secret).letters;
  const hex = [...new TextEncoder().encode(secret)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const others = [
    ...encoded.map((form) => compactOf(form).letters),
    hex,
    Array.from(plain).reverse().join(''),
  ];
  // A short plain secret is one all the same; another form of it would match anywhere.
  return [plain, ...others.filter(({ length }) => length >= telling)].filter((form) => form !== '');
}

/** The base64 characters that depend on the secret alone, not on the bytes around it. */
function insideBase64(secret: string, before: number): string {
  const bytes = [...Array<number>(before).fill(0), ...new TextEncoder().encode(secret)];
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

type Range = [from: number, to: number];

/** The places of these parts in the text. */
function rangesOf({ letters, starts, ends }: Compact, parts: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  const sizes = new Set([...parts].map(({ length }) => length));
  for (let at = 0; at < letters.length; at++)
    for (const size of sizes)
      if (parts.has(letters.slice(at, at + size))) ranges.push([starts[at] ?? 0, ends[at + size - 1] ?? 0]);
  return ranges;
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

function partsOf(forms: readonly string[], telling: number): Set<string> {
  const parts = new Set<string>();
  for (const form of forms)
    for (let at = 0; at === 0 || at + telling <= form.length; at++) parts.add(form.slice(at, at + telling));
  return parts;
}
