/** Formats numbers and costs: 1,204; $0.0042. */
import { language } from '#src/state/text/text.ts';

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
