/** The language of the interface; `t` re-renders whoever called it when the language changes. */
import { signal } from '@preact/signals';
import { en } from '../shared/text/en.ts';
import {
  fillText,
  languages,
  pickLanguage,
  type Catalogue,
  type Language,
  type TextKey,
  type TextParameters,
} from '../shared/text/index.ts';
import { readLocal, writeLocal } from './local-store.ts';

const catalogue = signal<Catalogue>(en);
export const language = signal<Language>('en');

export function t(key: TextKey, parameters?: TextParameters): string {
  return fillText(catalogue.value[key], parameters);
}

/** What the user chose, else what the browser prefers. */
export function preferredLanguage(): Language {
  return pickLanguage(readLocal('language'), navigator.languages);
}

export async function applyLanguage(next: Language): Promise<void> {
  catalogue.value = await languages[next].load();
  language.value = next;
  document.documentElement.lang = next;
}

export async function chooseLanguage(next: Language): Promise<void> {
  await applyLanguage(next);
  writeLocal('language', next);
}
