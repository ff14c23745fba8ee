/** Sizes as people read them: 0.3 MB, 12 MB, 1.4 GB. */
import { language } from '#src/state/text/text.ts';

/** From how many bytes on, and how many make one. */
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
