/** Reads the fields of a cron pattern that have plain numbers, names and ranges. Pure. */

export const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
export const monthNames = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
];

/**
 * The numbers of a field with numbers, names and ranges; undefined if it has a step, or another sign such as
 * `L`. `first`: the number of the first name.
 */
export function numbersOf(
  field: string,
  names: readonly string[] = [],
  first: number = 0,
): number[] | undefined {
  const numbers = new Set<number>();
  for (const part of field.toLowerCase().split(',')) {
    const [from = NaN, to = from, ...more] = part.split('-').map((word) => numberOf(word, names, first));
    // Also rejects a range that runs backwards, such as `fri-mon`.
    if (!(from <= to) || more.length > 0) return undefined;
    for (let each = from; each <= to; each++) numbers.add(each);
  }
  return [...numbers].toSorted((one, other) => one - other);
}

function numberOf(word: string, names: readonly string[], first: number): number {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  return names.includes(word) ? names.indexOf(word) + first : NaN;
}
