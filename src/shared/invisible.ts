/** Invisible and reordering characters, with which one name or argument can look like another (spoofing). */

/** Zero-width, bidirectional, tag and control characters, blank letters, variation selectors, line separators. */
const invisible =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0000}-\u{e0fff}]/u;
const all = new RegExp(invisible.source, 'gu');
/** The variation selector that asks for emoji style is allowed after an emoji. */
const emojiStyle = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

export function findInvisible(text: string): string | undefined {
  return invisible.exec(text)?.[0];
}

/** For file names, which may contain emoji. */
export function hasInvisibleCharacters(name: string): boolean {
  return invisible.test(name.replace(emojiStyle, ''));
}

/** Escapes invisible characters as `\u{202e}`. */
export function escapeInvisible(text: string): string {
  return text.replace(all, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** `escapeInvisible`, keeping line breaks, and with gaps folded. */
export function escapeInvisibleLines(text: string): string {
  return foldGaps(text).split('\n').map(escapeInvisible).join('\n');
}

/** Shows three or more empty lines as their number: they would push what follows out of the sight of who decides on it. */
export function foldGaps(text: string): string {
  return text.replace(/\n(?:[^\S\n]*\n){3,}/g, (gap) => `\n↵ × ${gap.split('\n').length - 2}\n`);
}

/** Emoji, keycaps and letters such as Persian are written with joiners; anywhere else these are invisible. */
const strayStyle = /(?<!\p{Extended_Pictographic})\ufe0f(?!\u20e3)/gu;
const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu;

/**
 * The one rule for titles and names that the interface shows: a single line without hidden or
 * reordering characters. Stores apply it before they save a name. A name that cannot be changed,
 * such as that of a file, is only displayed this way.
 */
export function visibleName(name: string): string {
  return name
    .replace(
      all,
      (character) => (/\s/.test(character) ? ' ' : /[\u200c\u200d\ufe0f]/.exec(character)?.[0]) ?? '',
    )
    .replace(strayStyle, '')
    .replace(strayJoiner, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** As `visibleName`, for a text of several lines, whose spaces stay as they are. */
export function visibleParagraphs(text: string): string {
  return text
    .replace(all, (character) => {
      if (/[\v\f\u2028\u2029]/.test(character)) return '\n';
      return /[\n\r\t\u200c\u200d\ufe0f]/.exec(character)?.[0] ?? '';
    })
    .replace(strayStyle, '')
    .replace(strayJoiner, '');
}

/** Each line as `visibleName` shows it, for texts whose indentation does not matter. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visibleName).join('\n').trim();
}

/** Removes invisible characters from the text of a server, keeping line breaks and tabs. */
export function visibleText(text: string): string {
  return text.replace(all, (character) => (/[\n\t]/.test(character) ? character : ''));
}
