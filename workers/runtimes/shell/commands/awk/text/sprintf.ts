/** `printf` and `sprintf`. */
import { textOfByte } from '#workers/text/encoding/byte-text.ts';
import { CommandError } from '../../command.ts';
import { lengthOf, sliceCharacters } from './characters.ts';
import { type Conversion, convertNumber, pad, parseFormat, resolve } from './conversions.ts';
import { isNumeric, toNumber, toText, type Value } from './values.ts';

/** `convfmt`: the format of numbers that are shown by %s. */
export function sprintf(format: string, values: readonly Value[], convfmt: string): string {
  let next = 0;
  const take = (): Value => {
    if (next >= values.length)
      throw new CommandError(
        `not enough arguments to satisfy the format string ${JSON.stringify(format)}`,
        2,
      );
    return values[next++];
  };
  let text = '';
  for (const part of parseFormat(format)) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const [width, precision] = [countOf(part.width, take), countOf(part.precision, take)];
    if (part.position !== undefined) next = part.position - 1;
    text += convert(take(), part, width ?? 0, precision, convfmt);
  }
  return text;
}

function countOf(count: Conversion['width'], take: () => Value): number | undefined {
  return count === '*' ? Math.trunc(toNumber(take())) : count;
}

function convert(
  value: Value,
  { letter, flags }: Conversion,
  width: number,
  precision: number | undefined,
  convfmt: string,
): string {
  const to = resolve(letter, flags, width, precision);
  if (letter === 'c') return padText(characterOf(value), to);
  if (letter !== 's') return convertNumber(toNumber(value), to);
  const text = toText(value, convfmt);
  return padText(to.precision === undefined ? text : sliceCharacters(text, 0, to.precision), to);
}

function padText(text: string, to: Parameters<typeof pad>[1]): string {
  return pad(text, to, lengthOf(text));
}

/** Of a number, the character that has it; of text, its first one. */
function characterOf(value: Value): string {
  // The end of a string in C.
  if (!isNumeric(value)) return sliceCharacters(toText(value, '%d'), 0, 1) || '\0';
  const code = Math.trunc(toNumber(value));
  const isCharacter = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : textOfByte(code & 0xff);
}
