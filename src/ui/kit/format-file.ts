/**
 * Formats sizes and dates for a list of files: 0.3 MB, 12 MB; the time for today, the day for anything older.
 */
import { language } from '#src/state/text/text.ts';

/** Unit, bytes from which it is used, bytes per unit. */
const units = [
  ['gigabyte', 1e9, 1e9],
  ['megabyte', 1e5, 1e6],
  ['kilobyte', 1e3, 1e3],
] as const;

export function formatBytes(bytes: number): string {
  const [unit, , size] = units.find(([, least]) => bytes >= least) ?? ['byte', 0, 1];
  const value = bytes / size;
  const digits = value >= 10 || unit === 'byte' ? 0 : 1;
  const format = {
    style: 'unit',
    unit,
    // “byte” has no short form, so that only its long one has a plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat(language.value, format).format(value);
}

export function formatTime(at: number, now = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  const isToday = then.toDateString() === today.toDateString();
  const isThisYear = then.getFullYear() === today.getFullYear();
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) };
  return new Intl.DateTimeFormat(language.value, format).format(then);
}

export function formatFullTime(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
