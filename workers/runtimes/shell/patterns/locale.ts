/** Whether characters are those of UTF-8, or bytes, as in the C locale. */
import { bytesOfText, textOfBytes } from '#workers/text/encoding/byte-text.ts';
import type { CommandContext } from '../commands/command.ts';

export type Locale = {
  /** Each byte is a character. */
  bytes: boolean;
  /** Text of a string with one character per byte. */
  decode(bytes: string): string;
  /** Text of an argument. */
  argument(text: string): string;
};

/** As a variable of the locale says; UTF-8 without one. */
export function localeOf({ env }: CommandContext): Locale {
  const name = env.get('LC_ALL') || env.get('LC_CTYPE') || env.get('LANG') || '';
  if (!/^(C|POSIX)$/.test(name)) return { bytes: false, decode: textOfBytes, argument: (text) => text };
  return { bytes: true, decode: escapeBytes, argument: (text) => escapeBytes(bytesOfText(text)) };
}

/** Each byte that is not ASCII becomes an escape (byte-text.ts), so that `bytesOfText` gives it back. */
function escapeBytes(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}
