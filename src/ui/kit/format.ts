/** Numbers and durations as people read them: 1,204; $0.0042; 38 ms; 2 min 5 s. */
import { language, t } from '#src/state/text/text.ts';

/** Memoized: making a format takes longer than using it a thousand times. */
const formats = new Map<string, Intl.NumberFormat>();

export function formatCount(count: number): string {
  return formatOf('count', {}).format(count);
}

export function formatTenths(value: number): string {
  return formatOf('tenths', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** US dollars. */
export function formatCost(dollars: number): string {
  const isSmall = dollars < 0.1;
  return formatOf(isSmall ? 'small' : 'dollars', {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: isSmall ? 5 : 2,
  }).format(dollars);
}

function formatOf(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language.value} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language.value, options);
  formats.set(key, made);
  return made;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return t('duration.ms', { value: Math.max(0, Math.round(milliseconds)) });
  return formatSeconds(milliseconds);
}

/** For a running clock: tenths of a second from the start, because milliseconds would only flicker. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 59.95) return t('duration.s', { value: formatTenths(seconds) });
  const whole = Math.round(seconds);
  return t('duration.min', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}
