/** Time zones by their names in the database (`Europe/Berlin`), by the browser's copy of it. */

/** Abbreviations for which no locale of English has its own. */
const abbreviations: Readonly<Record<string, string>> = {
  'Asia/Tokyo': 'JST',
  'Asia/Seoul': 'KST',
  'Asia/Shanghai': 'CST',
  'Asia/Taipei': 'CST',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Manila': 'PST',
  'Asia/Jakarta': 'WIB',
  'Asia/Karachi': 'PKT',
  'Europe/Moscow': 'MSK',
};

/** The locales that know the abbreviations of zones where English is spoken, and of Europe. */
const locales = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA'];

function nameOf(time: number, zone: string, locale: string, style: 'short' | 'longOffset'): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style });
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Minutes by which a zone is ahead of UTC. A fixed one is written as `+02:00`. */
export function offsetMinutes(time: number, zone: string): number {
  try {
    const name = /^[-+]\d/.test(zone) ? zone : nameOf(time, zone, 'en', 'longOffset');
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?/.exec(name) ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  } catch {
    // An unknown zone counts as UTC, as in the C library.
    return 0;
  }
}

export function abbreviationOf(time: number, zone: string): string {
  if (/^(UTC|GMT|Etc\/UTC)$/.test(zone)) return zone === 'GMT' ? 'GMT' : 'UTC';
  const known = abbreviations[zone];
  if (known !== undefined) return known;
  try {
    const names = locales.map((locale) => nameOf(time, zone, locale, 'short'));
    return names.find((name) => /^[A-Z]{2,5}$/.test(name)) ?? offsetText(time, zone, 0).replace(/00$/, '');
  } catch {
    return zone;
  }
}

/** `+0200`, and with one to three colons as `%:z` has: `+02:00`, `+02:00:00`, `+02`. */
export function offsetText(time: number, zone: string, colons: number): string {
  const minutes = offsetMinutes(time, zone);
  const two = (part: number) => String(Math.trunc(Math.abs(part))).padStart(2, '0');
  const hours = (minutes < 0 ? '-' : '+') + two(minutes / 60);
  if (colons === 0) return hours + two(minutes % 60);
  if (colons === 1) return `${hours}:${two(minutes % 60)}`;
  if (colons === 2) return `${hours}:${two(minutes % 60)}:00`;
  return minutes % 60 === 0 ? hours : `${hours}:${two(minutes % 60)}`;
}
