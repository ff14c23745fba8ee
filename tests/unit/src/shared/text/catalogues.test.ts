/** Every language has only known keys, the placeholders of English and the plural forms it needs; gaps are counted. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillText, languageCodes, pickLanguage } from '#shared/text/index.ts';
import { missingKeys } from '#scripts/vite/texts.ts';
import type { Text } from '#shared/text/index.ts';

const folder = new URL('../../../../../src/shared/text/', import.meta.url);
const load = (code: string) =>
  JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8')) as Record<string, Text>;
const formsOf = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text));
const placeholdersOf = (form: string) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const withoutCount = (form: string) =>
  placeholdersOf(form)
    .filter((name) => name !== 'count')
    .toSorted()
    .join();
/** A text of more than two words is a sentence, and not only a name. */
const isSentence = (form: string) => (form.replaceAll(/\{\w+\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0) > 2;

/**
 * The plural categories of whole numbers in a language, and how many numbers up to 1,000 each category
 * covers.
 */
function categoriesOf(code: string): Map<string, number> {
  const rules = new Intl.PluralRules(code);
  const found = new Map<string, number>();
  for (let count = 0; count <= 1_000; count++) {
    const category = rules.select(count);
    found.set(category, (found.get(category) ?? 0) + 1);
  }
  return found;
}

/** Faults of the plural forms of a text; a form for only one number may omit the figure. */
function pluralFaults(text: Text, categories: ReadonlyMap<string, number>): string[] {
  if (typeof text === 'string') return [];
  const absent = [...categories.keys()].filter((category) => !Object.hasOwn(text, category));
  const unknown = Object.keys(text).filter((category) => category !== 'other' && !categories.has(category));
  const uncounted = Object.entries(text)
    .filter(([category]) => categories.get(category) !== 1)
    .filter(([, form]) => !placeholdersOf(form).includes('count'))
    .map(([category]) => category);
  return [
    ...absent.map((category) => `no '${category}'`),
    ...unknown.map((category) => `unknown '${category}'`),
    ...uncounted.map((category) => `no {count} in '${category}'`),
  ];
}

const english = load('en');

it('has one file for each language', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(files.toSorted()).toEqual(languageCodes.map((code) => `${code}.json`).toSorted());
});

describe.each(languageCodes)('the catalogue %s', (code) => {
  const catalogue = Object.entries(load(code));

  it('has no key that English does not have', () => {
    const gap = missingKeys(code).length;
    if (gap > 0) console.log(`${code}: ${gap} texts missing, shown in English`);
    expect(catalogue.filter(([key]) => !Object.hasOwn(english, key))).toEqual([]);
  });

  it('has the placeholders of English in every text', () => {
    const different = catalogue.filter(([key, text]) => {
      const [first = ''] = formsOf(english[key] ?? '');
      const counts = formsOf(english[key] ?? '').some((form) => placeholdersOf(form).includes('count'));
      const isPlain = typeof text === 'string';
      return formsOf(text).some(
        (form) =>
          withoutCount(form) !== withoutCount(first) ||
          (isPlain || !counts ? placeholdersOf(form).includes('count') !== counts : false),
      );
    });
    expect(different).toEqual([]);
  });

  it('has the plural forms of the language', () => {
    const categories = categoriesOf(code);
    const faults = catalogue.flatMap(([key, text]) =>
      pluralFaults(text, categories).map((fault) => `${key}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('translates every sentence', () => {
    const copied = catalogue.filter(
      ([key, text]) => typeof text === 'string' && text === english[key] && isSentence(text),
    );
    expect(code === 'en' ? [] : copied).toEqual([]);
  });

  it('has no empty text and no exclamation mark', () => {
    const forms = catalogue.flatMap(([, text]) => formsOf(text));
    expect(forms.filter((form) => form.trim() === '' || /[!！]/.test(form))).toEqual([]);
  });
});

describe('pickLanguage', () => {
  it('prefers the choice of the user', () => expect(pickLanguage('zh', ['en-US'])).toBe('zh'));
  it('takes the first language that is supported', () =>
    expect(pickLanguage(null, ['sv-SE', 'zh-CN', 'en'])).toBe('zh'));
  it('falls back to English', () => expect(pickLanguage('xx', ['sv'])).toBe('en'));
});

describe('fillText', () => {
  it('fills placeholders and leaves unknown ones', () => {
    expect(fillText('{a} of {b}', { a: 1 })).toBe('1 of {b}');
  });

  it('picks the plural form of the language', () => {
    const files = {
      one: '{count} файл',
      few: '{count} файла',
      many: '{count} файлов',
      other: '{count} файла',
    };
    const said = [1, 2, 5, 21].map((count) => fillText(files, { count }, 'ru'));
    expect(said).toEqual(['1 файл', '2 файла', '5 файлов', '21 файл']);
  });

  it('uses the general form if a language has no other', () => {
    expect(fillText({ other: '{count} 件' }, { count: 1 }, 'ja')).toBe('1 件');
  });

  it('writes the count as the language writes numbers', () => {
    expect(fillText('{count} Dateien', { count: 12_345 }, 'de')).toBe('12.345 Dateien');
  });
});
