/**
 * Tells legacy encodings apart by what the bytes would say in each: in the right one, letters are those of
 * one language, and Chinese, Japanese and Korean characters are common ones.
 */
import { decodeBytes } from './decode-bytes.ts';

export type LegacyName =
  | 'windows-1252'
  | 'windows-1250'
  | 'windows-1254'
  | 'windows-1251'
  | 'koi8-r'
  | 'shift_jis'
  | 'euc-jp'
  | 'gbk'
  | 'big5'
  | 'euc-kr';

/** How many bytes are tried. */
const probeBytes = 256 * 1024;
/** The least share of characters beyond ASCII that have to fit. */
const leastShare = 0.8;
/** What the best must be ahead of the next. */
const leastLead = 0.08;

/** Undefined if no encoding fits, or several do. `bytes` are not valid UTF-8. */
export function findLegacyEncoding(bytes: Uint8Array): LegacyName | undefined {
  const probe = aroundFirstHigh(bytes);
  const scores = candidates
    .map(({ name, scoreOf }) => ({ name, share: shareOf(probe, name, scoreOf) }))
    .sort((one, other) => other.share - one.share);
  const [best, next] = scores;
  // Some texts have the same letters in several of them; that of Western Europe is by far the most frequent.
  const western = scores.find(({ name }) => name === 'windows-1252');
  if (western && best && western.share >= leastShare && western.share >= best.share - 0.02)
    return western.name;
  if (best && next && best.share >= leastShare)
    return best.share - next.share >= leastLead ? best.name : undefined;
  // Names of people from several countries are in no single language's letters.
  return isWestern(decodeBytes(probe, 'windows-1252')) ? 'windows-1252' : undefined;
}

/** In a log, the first letter beyond ASCII may come late. Begins with a whole line, so that no character is cut. */
function aroundFirstHigh(bytes: Uint8Array): Uint8Array {
  const high = bytes.findIndex((byte) => byte > 0x7f);
  const start = bytes.lastIndexOf(0x0a, high) + 1;
  return bytes.subarray(start, start + probeBytes);
}

/** 0 if the bytes are not valid in the encoding. */
function shareOf(probe: Uint8Array, name: LegacyName, scoreOf: ScoreOf): number {
  try {
    // Streamed, because the last character may be cut in two.
    return scoreOf(new TextDecoder(name, { fatal: true }).decode(probe, { stream: true }), probe);
  } catch {
    return 0;
  }
}

/** The share of the characters beyond ASCII that fit, 0 to 1. */
type ScoreOf = (text: string, bytes: Uint8Array) => number;

/** The letters beyond ASCII of one language each. */
const western = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíñóúüªº',
  'àèéìíîòóù',
  'áâãàçéêíóôõúüªº',
  'åäöé',
  'æøåéèêóòâôü',
  'éëïóöüèê',
  'áéíóúýþæðö',
];
const central = ['áčďéěíňóřšťúůýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'čćđšž', 'áäčďéíĺľňóôŕšťúýž', 'ăâîşţ'];
const turkish = ['çğıöşüâî'];

const candidates: readonly { name: LegacyName; scoreOf: ScoreOf }[] = [
  { name: 'windows-1252', scoreOf: byAlphabet(western, /./) },
  { name: 'windows-1250', scoreOf: byAlphabet(central, /[ľščťžěřůďňąćęłńśźżőűđăşţĺŕ]/i) },
  { name: 'windows-1254', scoreOf: byAlphabet(turkish, /[ğışİ]/) },
  { name: 'windows-1251', scoreOf: byCyrillic },
  { name: 'koi8-r', scoreOf: byCyrillic },
  // Kana, and the kanji of the first level.
  { name: 'shift_jis', scoreOf: byPairs(isIn([0x81, 0x83], [0x88, 0x97])) },
  // Without kana it could as well be Chinese.
  {
    name: 'euc-jp',
    scoreOf: byPairs(isIn([0xa1, 0xa5], [0xb0, 0xcf]), ({ lead }) => lead(0xa4, 0xa5) / 0.2),
  },
  // Half of the common characters are in the range that Korean does not use.
  { name: 'gbk', scoreOf: byPairs(isIn([0xa1, 0xa3], [0xb0, 0xd7]), ({ lead }) => lead(0xc9, 0xd7) / 0.2) },
  // A third of the second bytes are in the range that the EUC encodings do not use.
  { name: 'big5', scoreOf: byPairs(isIn([0xa1, 0xc6]), ({ trail }) => trail(0x40, 0x7e) / 0.1) },
  // A few characters could as well be Chinese.
  { name: 'euc-kr', scoreOf: byPairs(isIn([0xa1, 0xa3], [0xb0, 0xc8]), ({ count }) => count / 5) },
];

/** Punctuation, symbols and currencies that texts contain. */
const isSign = (character: string) => /[“”‘’‚„–—…•€£«»‹›°§©®™·²³½¼¾×±¿¡№\u00a0]/u.test(character);

/** `own` is what the text must contain, to be told from another encoding that has the same letters. */
function byAlphabet(alphabets: readonly string[], own: RegExp): ScoreOf {
  return (text) => {
    if (!own.test(text)) return 0;
    const beyondAscii = text.match(/[^\0-\x7f]/gu) ?? [];
    const letters = beyondAscii
      .filter((character) => !isSign(character))
      .map((letter) => letter.toLowerCase());
    const fits = alphabets.map((alphabet) => letters.filter((letter) => alphabet.includes(letter)).length);
    const share = letters.length === 0 ? 1 : Math.max(...fits) / letters.length;
    return share - oddWords(text) / beyondAscii.length;
  };
}

/** Signs inside words, and three letters beyond ASCII in a row, which such languages do not have. */
function oddWords(text: string): number {
  return [...text.matchAll(/\p{L}[^\p{L}\0-\x7f’·\u00a0–—…]\p{L}|[^\0-\x7f]{3}(?<=\p{L}{3})/gu)].length;
}

function isWestern(text: string): boolean {
  const strange = [...text.matchAll(/[^\0-\x7f]/gu)].filter(
    ([character]) =>
      !isSign(character) && !western.some((alphabet) => alphabet.includes(character.toLowerCase())),
  );
  return strange.length === 0 && oddWords(text) === 0;
}

/** The right encoding of Cyrillic has words such as 'Привет', the wrong one 'оПХБЕР'. */
function byCyrillic(text: string): number {
  let all = 0;
  let regular = 0;
  let frequent = 0;
  for (const [word, run = ''] of text.matchAll(/[a-z]?([^\0-\x7f]+)[a-z]?/giu)) {
    const signs = Array.from(run).filter(isSign).length;
    all += run.length;
    regular += signs;
    frequent += signs;
    if (!/^[«“„]?([а-яё]+|[А-ЯЁ][а-яё]*|[А-ЯЁ]+)[»”“…]?$/u.test(word)) continue;
    regular += run.length - signs;
    // The ten most frequent letters of Russian are 62 % of its texts.
    frequent += Array.from(run).filter((letter) => /[оеаинтсрвл]/iu.test(letter)).length;
  }
  return (regular / all) * Math.min(1, frequent / all / 0.5);
}

type Pairs = {
  count: number;
  /** The share of the pairs whose first byte is in the range. */
  lead(from: number, to: number): number;
  trail(from: number, to: number): number;
};

function isIn(...ranges: readonly (readonly [from: number, to: number])[]): (byte: number) => boolean {
  return (byte) => ranges.some(([from, to]) => byte >= from && byte <= to);
}

/** The share of common pairs; `weight` is 1 or more if the text is typical in other ways, too. */
function byPairs(isCommon: (lead: number) => boolean, weight: (pairs: Pairs) => number = () => 1): ScoreOf {
  return (text, bytes) => {
    // Only Shift-JIS has common characters with a smaller first byte.
    const isShiftJis = isCommon(0x82);
    const hasLowTrails = isShiftJis || (isCommon(0xc6) && !isCommon(0xc7));
    const pairs: [lead: number, trail: number][] = [];
    let common = 0;
    for (let at = 0; at < bytes.length; at++) {
      const lead = bytes[at] ?? 0;
      if (lead < 0x80) continue;
      const isSingle = lead === 0x80 || (isShiftJis && isIn([0xa1, 0xdf])(lead));
      const trail = isSingle ? 0 : (bytes[at + 1] ?? 0);
      pairs.push([lead, trail]);
      if (isSingle) continue;
      const isUsual = (hasLowTrails || trail >= 0xa1) && isCommon(lead);
      if (isUsual && !isBetweenLetters(bytes, at)) common++;
      at++;
    }
    const share = (index: 0 | 1) => (from: number, to: number) =>
      pairs.filter((pair) => pair[index] >= from && pair[index] <= to).length / pairs.length;
    const typical = weight({ count: pairs.length, lead: share(0), trail: share(1) });
    return (common / pairs.length) * Math.min(1, typical);
  };
}

/** A pair between Latin letters is part of a word in another encoding. */
function isBetweenLetters(bytes: Uint8Array, at: number): boolean {
  return isLetterByte(bytes[at - 1]) && isLetterByte(bytes[at + 2]);
}

function isLetterByte(byte = 0): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
