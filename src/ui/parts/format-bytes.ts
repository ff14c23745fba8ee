/** Sizes as people read them: 0.3 MB, 12 MB, 1.4 GB. */
import { language } from '../../state/text.ts';

export function formatBytes(bytes: number): string {
  const isLarge = bytes >= 1e9;
  const value = bytes / (isLarge ? 1e9 : 1e6);
  const digits = value >= 10 ? 0 : 1;
  const format = {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat(language.value, format).format(value);
}
