/**
 * `Intl` for scripts, which QuickJS lacks: calls the host's own with data only, so that the host keeps nothing of a
 * script but a few formatters.
 */
import { textOf, type HostFunctions, type HostValue } from './bridge.ts';

/** Formatters that are kept; making one takes a hundred times as long as using it. */
const maxFormatters = 32;
/** Characters of locales and options together. */
const maxKey = 4_000;
/** Characters that are segmented at once: the answer is several times as long, in the memory of the script. */
const maxSegmented = 500_000;

const maxDigits = 20_000;
/** What every key begins with. */
const keyStart = '{"kind":"';

type Locales = string | string[];
/** The options of each class are checked by the class itself. */
type Options = never;
type Key = { kind: string; locales?: Locales; options?: Record<string, unknown> };
type Work = (made: never, ...values: HostValue[]) => unknown;

const makers: Readonly<Record<string, (locales: Locales | undefined, options: Options) => object>> = {
  Collator: (locales, options) => new Intl.Collator(locales, options),
  DateTimeFormat: (locales, options) => new Intl.DateTimeFormat(locales, options),
  DisplayNames: (locales, options) => new Intl.DisplayNames(locales, options),
  ListFormat: (locales, options) => new Intl.ListFormat(locales, options),
  Locale: (locales, options) => new Intl.Locale(String(locales), options),
  NumberFormat: (locales, options) => new Intl.NumberFormat(locales, options),
  PluralRules: (locales, options) => new Intl.PluralRules(locales, options),
  RelativeTimeFormat: (locales, options) => new Intl.RelativeTimeFormat(locales, options),
  Segmenter: (locales, options) => new Intl.Segmenter(locales, options),
};
type Supporting = { supportedLocalesOf(locales: Locales, options: Options): string[] };
const supporting: Readonly<Record<string, Supporting>> = {
  Collator: Intl.Collator,
  DateTimeFormat: Intl.DateTimeFormat,
  DisplayNames: Intl.DisplayNames,
  ListFormat: Intl.ListFormat,
  NumberFormat: Intl.NumberFormat,
  PluralRules: Intl.PluralRules,
  RelativeTimeFormat: Intl.RelativeTimeFormat,
  Segmenter: Intl.Segmenter,
};

const listOf = (list: HostValue) => JSON.parse(textOf(list)) as string[];

/** The methods of each kind that differ from a call of the same method with the same values. */
const special: Readonly<Record<string, Work>> = {
  'ListFormat.format': (made: Intl.ListFormat, list) => made.format(listOf(list)),
  'ListFormat.formatToParts': (made: Intl.ListFormat, list) => made.formatToParts(listOf(list)),
  'Segmenter.segment': (made: Intl.Segmenter, text) => segmentsOf(made, textOf(text)),
  'Locale.facts': (made: Intl.Locale) => factsOf(made),
};
const methods = new Set(
  'compare format formatToParts formatRange formatRangeToParts select selectRange of resolvedOptions segment facts'.split(
    ' ',
  ),
);

/** The methods of other objects that take locales and options. */
type LocaleMethod = (value: HostValue, locales: Locales | undefined, options: Options) => string;
const localeMethods = new Map<string, LocaleMethod>([
  ['toLocaleString', (ms, locales, options) => dateOf(ms).toLocaleString(locales, options)],
  ['toLocaleDateString', (ms, locales, options) => dateOf(ms).toLocaleDateString(locales, options)],
  ['toLocaleTimeString', (ms, locales, options) => dateOf(ms).toLocaleTimeString(locales, options)],
  ['toLocaleUpperCase', (text, locales) => textOf(text).toLocaleUpperCase(locales)],
  ['toLocaleLowerCase', (text, locales) => textOf(text).toLocaleLowerCase(locales)],
]);

const dateOf = (ms: HostValue) => new Date(Number(ms));

/** The class of an error is before its message, because only the message reaches the script. */
export const intlFunctions: HostFunctions = {
  intlMake: named((key) => void formatterOf(textOf(key))),
  intlUse: named((key, method, ...values) => use(textOf(key), textOf(method), values)),
  intlLocale: named((method, value, key) => {
    const { locales, options } = readKey(textOf(key));
    return localeMethods.get(textOf(method))?.(value, locales, options as Options);
  }),
  intlList: named((name, key) => {
    const { kind, locales, options } = readKey(textOf(key));
    if (name === 'supportedValuesOf') return JSON.stringify(Intl.supportedValuesOf(kind as 'unit'));
    if (name === 'getCanonicalLocales') return JSON.stringify(Intl.getCanonicalLocales(locales));
    return JSON.stringify(entryOf(supporting, kind).supportedLocalesOf(locales ?? [], options as Options));
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
  const made = kept ?? entryOf(makers, kind)(locales, options as Options);
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

function entryOf<Entry>(table: Readonly<Record<string, Entry>>, kind: string): Entry {
  const entry = Object.hasOwn(table, kind) ? table[kind] : undefined;
  if (!entry) throw new TypeError(`Intl has no '${kind}'`);
  return entry;
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
