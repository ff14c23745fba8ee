/** The language of the interface; `t` re-renders its caller when the language changes. */
import { batch, signal } from '@preact/signals';
import { english, importTexts, lazyParts } from 'virtual:texts';
import {
  fillText,
  languages,
  pickLanguage,
  type KeyOf,
  type Language,
  type LazyPart,
  type PartialTexts,
  type Text,
  type TextKey,
  type TextParameters,
  type TextPart,
} from '#shared/text/index.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';

const loaded = new Set<LazyPart>();
const texts = signal<PartialTexts>(english);
export const language = signal<Language>('en');

/**
 * The text of a key, with the parameters filled in. Empty while a part loads that the screen did not declare.
 */
export function t(key: TextKey, parameters?: TextParameters): string {
  const text = texts.value[key];
  if (text === undefined) fetchAllParts(key);
  return fillText(text ?? '', parameters, language.value);
}

/** The text of a key that is made of a name at run time; undefined if there is none, or its part is not loaded. */
export function findText(key: string): string | undefined {
  const all: Readonly<Record<string, Text | undefined>> = texts.value;
  const text = all[key];
  return text === undefined ? undefined : fillText(text, {}, language.value);
}

type Hyphenated<Code extends string> = Code extends `${infer Head}_${infer Tail}`
  ? `${Head}-${Hyphenated<Tail>}`
  : Code;

/** The end of a text key for a code such as an error type: `bad_key` becomes `bad-key`. */
export function toKey<Code extends string>(code: Code): Hyphenated<Code> {
  return code.replaceAll('_', '-') as Hyphenated<Code>;
}

/** The English text, whatever the language of the interface. */
export function inEnglish(key: KeyOf<'core'>): string {
  return fillText(english[key]);
}

/** The language that the user chose, else the one that the browser prefers. */
export function preferredLanguage(): Language {
  return pickLanguage(readLocal('language'), navigator.languages);
}

export async function applyLanguage(next: Language): Promise<void> {
  let parts: LazyPart[];
  let fetched: PartialTexts;
  // Another part may be requested while these load.
  do {
    parts = [...loaded];
    fetched = await fetchParts(next, next === 'en' ? parts : ['core', ...parts]);
  } while (parts.length !== loaded.size);
  batch(() => {
    texts.value = { ...english, ...fetched };
    language.value = next;
  });
  document.documentElement.lang = next;
  document.documentElement.dir = 'isRtl' in languages[next] ? 'rtl' : 'ltr';
}

/** Await this before showing texts of these parts. */
export async function loadTexts(...wanted: readonly LazyPart[]): Promise<void> {
  const from = language.value;
  const missing = wanted.filter((part) => !loaded.has(part));
  if (missing.length === 0) return;
  const fetched = await fetchParts(from, missing);
  // The language has changed in the meantime.
  if (from !== language.value) return loadTexts(...wanted);
  for (const part of missing) loaded.add(part);
  texts.value = { ...texts.value, ...fetched };
}

async function fetchParts(from: Language, parts: readonly TextPart[]): Promise<PartialTexts> {
  const modules = await Promise.all(parts.map((part) => importTexts(from, part)));
  return modules.reduce<PartialTexts>((all, each) => ({ ...all, ...each.default }), {});
}

/** Fallback for a bug: a screen that shows a part it did not declare. */
function fetchAllParts(key: TextKey): void {
  if (loaded.size === lazyParts.length) return;
  console.error(`The text '${key}' was used before its part was loaded.`);
  loadTexts(...lazyParts).catch((error: unknown) => console.error(error));
}

export async function chooseLanguage(next: Language): Promise<void> {
  await applyLanguage(next);
  writeLocal('language', next);
}
