/** Formats numbers where the cell format changes their meaning: dates, times, percentages, leading zeros, units. */
import { walkXml } from '../zip/walk-xml.ts';
import { numberPattern, type NumberPattern } from './number-pattern.ts';

export type Formats = {
  /** `style`: the index of the cell's format in `cellXfs`. */
  show(value: string, style: number): string;
};

/** A pattern is that of a plain number. */
type Meaning = NumberPattern | 'number' | 'date' | 'time' | 'date-time' | 'duration' | 'percent';

/** Built-in formats by id (ECMA-376 part 1, 18.8.30); 27 to 36 and 50 to 58 are East Asian dates. */
const builtIn: Readonly<Record<number, Meaning>> = {
  9: 'percent',
  10: 'percent',
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date' as const]),
  ),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'time' as const])),
  22: 'date-time',
  46: 'duration',
};

export function readFormats(stylesXml: string, startsIn1904: boolean): Formats {
  const meanings = readMeanings(stylesXml);
  return { show: (value, style) => showNumber(value, meanings[style] ?? 'number', startsIn1904) };
}

function readMeanings(xml: string): Meaning[] {
  const custom = new Map<number, Meaning>();
  const meanings: Meaning[] = [];
  let isCells = false;
  walkXml(xml, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') custom.set(id, meaningOf(formatCode ?? ''));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) meanings.push(custom.get(id) ?? builtIn[id] ?? 'number');
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return meanings;
}

/**
 * Derives the meaning from the first section of a format code (positive numbers), such as `yyyy\-mm\-dd` or
 * `[h]:mm`.
 */
function meaningOf(code: string): Meaning {
  const [positive = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  if (/\[(h+|m+|s+)\]/i.test(positive)) return 'duration';
  const letters = positive.replaceAll(/\[[^\]]*\]|general|am\/pm|a\/p/gi, '').toLowerCase();
  const isDay = /[yd]|mmm/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters));
  const isTime = /[hs]/.test(letters);
  if (isDay) return isTime ? 'date-time' : 'date';
  if (isTime) return 'time';
  return letters.includes('%') ? 'percent' : numberPattern(code);
}

function showNumber(value: string, meaning: Meaning, startsIn1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (typeof meaning === 'function') {
    const digits = plain(Math.abs(number));
    return /^\d+(\.\d+)?$/.test(digits) ? meaning(digits, number < 0) : plain(number);
  }
  switch (meaning) {
    case 'number':
      return plain(number);
    case 'percent':
      return `${plain(number * 100)}%`;
    case 'duration':
      return duration(number);
    case 'time':
      // A value of one day or more, or a negative one, has a date part.
      return number < 0 || number >= 1
        ? dateText(number, 'date-time', startsIn1904)
        : dateText(number, 'time', startsIn1904);
    case 'date':
    case 'date-time':
      return dateText(number, meaning, startsIn1904);
  }
}

/** Excel stores 15 significant digits; further digits are floating-point noise. */
function plain(number: number): string {
  return String(Number(number.toPrecision(15)));
}

const secondsOfDay = 86_400;
const lastDay = 2_958_466;

/**
 * `days` is a serial date, counted from 30 December 1899, or from 1904. Serials below 60 are shifted by one,
 * because Excel counts a 29 February 1900 that never existed.
 */
function dateText(days: number, meaning: 'date' | 'time' | 'date-time', startsIn1904: boolean): string {
  if (days < 0 || days >= lastDay) return plain(days);
  const shifted = startsIn1904 ? days + 1_462 : days < 60 ? days + 1 : days;
  const seconds = Math.round(shifted * secondsOfDay);
  const iso = new Date((seconds - 25_569 * secondsOfDay) * 1_000).toISOString();
  const day = iso.slice(0, 10);
  const time = iso.slice(11, 19);
  if (meaning === 'time') return time;
  return meaning === 'date' && seconds % secondsOfDay === 0 ? day : `${day} ${time}`;
}

function duration(days: number): string {
  const seconds = Math.round(Math.abs(days) * secondsOfDay);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${days < 0 ? '-' : ''}${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
