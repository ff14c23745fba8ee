/** The language of the interface; `t` re-renders whoever called it when the language changes. */
import { batch, computed, signal } from '@preact/signals';
import { en } from '../shared/text/en.ts';
import {
  fillText,
  languages,
  pickLanguage,
  type Catalogue,
  type Language,
  type ScreenCatalogue,
  type ScreenTextKey,
  type TextKey,
  type TextParameters,
} from '../shared/text/index.ts';
import { readLocal, writeLocal } from './local-store.ts';

const catalogue = signal<Catalogue>(en);
const screens = signal<ScreenCatalogue | null>(null);
const texts = computed<Partial<Record<TextKey | ScreenTextKey, string>>>(() => ({
  ...screens.value,
  ...catalogue.value,
}));
export const language = signal<Language>('en');

export function t(key: TextKey | ScreenTextKey, parameters?: TextParameters): string {
  return fillText(texts.value[key] ?? key, parameters);
}

/** What the user chose, else what the browser prefers. */
export function preferredLanguage(): Language {
  return pickLanguage(readLocal('language'), navigator.languages);
}

export async function applyLanguage(next: Language): Promise<void> {
  const { load, loadScreens } = languages[next];
  const [core, more] = await Promise.all([load(), screens.value && loadScreens()]);
  batch(() => {
    catalogue.value = core;
    screens.value = more;
    language.value = next;
  });
  document.documentElement.lang = next;
}

/** Before the first of the screens that are fetched later is shown. */
export async function loadScreenTexts(): Promise<void> {
  screens.value ??= await languages[language.value].loadScreens();
}

export async function chooseLanguage(next: Language): Promise<void> {
  await applyLanguage(next);
  writeLocal('language', next);
}
