/** Counts and US dollars as people read them; what is less than a cent still shows. */
import { language } from '../../state/text.ts';

export function formatCount(count: number): string {
  return count.toLocaleString(language.value);
}

export function formatCost(dollars: number): string {
  return new Intl.NumberFormat(language.value, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: dollars < 0.1 ? 5 : 2,
  }).format(dollars);
}
