/**
 * `Intl` for scripts, which QuickJS lacks: calls the host's own with data only, so that the host keeps nothing of a
 * script but a few formatters.
 */
import type { HostFunctions, HostValue } from './bridge.ts';

/** Formatters that are kept; making one takes a hundred times as long as using it. */
const maxFormatters = 32;
/** Characters of locales and options together. */
const maxKey = 4_000;
/** Characters that are segmented at once: the answer is several times as long, in the memory of the script. */
const maxSegmented = 500_000;

const maxDigits = 20_000;
/** What every key begins with. */
const keyStart = '{"kind":"';

type Key = { kind: string; locales?: string | string[]; options?: Record<string, unknown> };
type Work = (made: never, ...values: HostValue[]) => unknown;

const kinds = {
  Collator: Intl.Collator,
  DateTimeFormat: Intl.DateTimeFormat,
  DisplayNames: Intl.DisplayNames,
  ListFormat: Intl.ListFormat,
  Locale: Intl.Locale,
  NumberFormat: Intl.NumberFormat,
  PluralRules: Intl.PluralRules,
  RelativeTimeFormat: Intl.RelativeTimeFormat,
  Segmenter: Intl.Segmenter,
} as unknown as Readonly<
  Record<
    string,
    { new (locales?: unknown, options?: unknown): object; supportedLocalesOf?(...given: unknown[]): string[] }
  >
>;

const listOf = (list: HostValue) => JSON.parse(String(list)) as string[];

/** The methods of each kind that differ from a call of the same method with the same values. */
const special: Readonly<Record<string, Work>> = {
  'ListFormat.format': (made: Intl.ListFormat, list) => made.format(listOf(list)),
  'ListFormat.formatToParts': (made: Intl.ListFormat, list) => made.formatToParts(listOf(list)),
  'Segmenter.segment': (made: Intl.Segmenter, text) => segmentsOf(made, String(text)),
  'Locale.facts': (made: Intl.Locale) => factsOf(made),
};
const methods = new Set(
  'compare format formatToParts formatRange formatRangeToParts select selectRange of resolvedOptions segment facts'.split(
    ' ',
  ),
);

/** The methods of other objects that take locales and options. */
type LocaleMethod = (
  value: HostValue,
  locales?: Key['locales'],
  options?: Intl.DateTimeFormatOptions,
) => string;
const localeMethods: Readonly<Record<string, LocaleMethod>> = {
  toLocaleString: (ms, ...given) => new Date(Number(ms)).toLocaleString(...given),
  toLocaleDateString: (ms, ...given) => new Date(Number(ms)).toLocaleDateString(...given),
  toLocaleTimeString: (ms, ...given) => new Date(Number(ms)).toLocaleTimeString(...given),
  toLocaleUpperCase: (text, locales) => String(text).toLocaleUpperCase(locales),
  toLocaleLowerCase: (text, locales) => String(text).toLocaleLowerCase(locales),
};

/** The class of an error is before its message, because only the message reaches the script. */
export const intlFunctions: HostFunctions = {
  intlMake: named((key) => void formatterOf(String(key))),
  intlUse: named((key, method, ...values) => use(String(key), String(method), values)),
  intlLocale: named((method, value, key) => {
    const { locales, options } = readKey(String(key));
    const work = Object.hasOwn(localeMethods, String(method)) ? localeMethods[String(method)] : undefined;
    return work?.(value, locales, options);
  }),
  intlList: named((name, key) => {
    const { kind, locales, options } = readKey(String(key));
    if (name === 'supportedValuesOf') return JSON.stringify(Intl.supportedValuesOf(kind as 'unit'));
    if (name === 'getCanonicalLocales') return JSON.stringify(Intl.getCanonicalLocales(locales));
    return JSON.stringify(classOf(kind).supportedLocalesOf?.(locales, options));
  }),
};

function named(work: (...values: HostValue[]) => HostValue): (...values: HostValue[]) => HostValue {
  return (...values) => {
    try {
      return work(...values);
    } catch (error) {
      throw error instanceof Error ? new Error(`${error.name}: ${error.message}`) : error;
    }
  };
}

/** Of all scripts: they hold no state, and which ones are kept cannot be seen. The least used one is the first. */
const formatters = new Map<string, object>();

function formatterOf(key: string): object {
  const kept = formatters.get(key);
  formatters.delete(key);
  const { kind, locales, options } = readKey(key);
  const made = kept ?? new (classOf(kind))(locales, options);
  formatters.set(key, made);
  const [oldest] = formatters.keys();
  if (formatters.size > maxFormatters && oldest !== undefined) formatters.delete(oldest);
  return made;
}

function use(key: string, method: string, values: HostValue[]): HostValue {
  const made = formatterOf(key);
  if (!methods.has(method)) throw new TypeError(`Intl has no method '${method}'`);
  const kind = key.slice(keyStart.length, key.indexOf('"', keyStart.length));
  const work = special[`${kind}.${method}`];
  const own = (made as Record<string, unknown>)[method];
  if (!work && typeof own !== 'function') throw new TypeError(`Intl has no method '${method}'`);
  const answer: unknown = work
    ? work(made as never, ...values)
    : (own as Work).apply(made, (kind === 'NumberFormat' ? values.map(withBigInt) : values) as never);
  return typeof answer === 'object' ? JSON.stringify(answer) : (answer as HostValue);
}

/** A BigInt arrives with its `n`: as a text, a large one would be infinite. */
function withBigInt(value: HostValue): HostValue | bigint {
  if (typeof value !== 'string' || !/^-?\d+n$/.test(value)) return value;
  if (value.length > maxDigits) throw new RangeError(`A number with more than ${maxDigits} digits`);
  return BigInt(value.slice(0, -1));
}

function readKey(key: string): Key {
  if (key.length > maxKey) throw new RangeError(`Locales and options have more than ${maxKey} characters`);
  return JSON.parse(key) as Key;
}

function classOf(kind: string) {
  const made = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!made) throw new TypeError(`Intl has no '${kind}'`);
  return made;
}

/** The length of each segment, negative if it is not like a word. */
function segmentsOf(segmenter: Intl.Segmenter, text: string): number[] {
  if (text.length > maxSegmented)
    throw new RangeError(`At most ${maxSegmented} characters can be segmented at once`);
  return Array.from(segmenter.segment(text), ({ segment, isWordLike }) =>
    isWordLike === false ? -segment.length : segment.length,
  );
}

function factsOf(locale: Intl.Locale): Record<string, unknown> {
  const { baseName, language, script, region, calendar, caseFirst, collation } = locale;
  const { hourCycle, numberingSystem, numeric } = locale;
  return {
    ...{ baseName, language, script, region, calendar, caseFirst, collation, hourCycle, numberingSystem },
    ...{ numeric, text: String(locale), most: String(locale.maximize()), least: String(locale.minimize()) },
  };
}
