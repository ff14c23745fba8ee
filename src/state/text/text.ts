/** The language of the interface; `t` re-renders whoever called it when the language changes. */
import { batch, computed, signal } from '@preact/signals';
import { core as english } from '#shared/text/en/core.ts';
import {
  fillText,
  languages,
  pickLanguage,
  type Catalogue,
  type ChatTextKey,
  type Language,
  type ScreenTextKey,
  type TextKey,
  type TextParameters,
  type TextPart,
} from '#shared/text/index.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';

type AnyTextKey = TextKey | ChatTextKey | ScreenTextKey;
type PartTexts = Partial<Record<TextPart, Partial<Record<AnyTextKey, string>>>>;

const catalogue = signal<Catalogue>(english);
const parts = signal<PartTexts>({});
const texts = computed<Partial<Record<AnyTextKey, string>>>(() => ({
  ...parts.value.chat,
  ...parts.value.screens,
  ...catalogue.value,
}));
export const language = signal<Language>('en');

export function t(key: AnyTextKey, parameters?: TextParameters): string {
  return fillText(texts.value[key] ?? key, parameters);
}

/** What the user chose, else what the browser prefers. */
export function preferredLanguage(): Language {
  return pickLanguage(readLocal('language'), navigator.languages);
}

export async function applyLanguage(next: Language): Promise<void> {
  const load = languages[next];
  const [{ core }, chat, screens] = await Promise.all([
    load.core(),
    parts.value.chat && load.chat(),
    parts.value.screens && load.screens(),
  ]);
  batch(() => {
    catalogue.value = core;
    parts.value = { ...chat, ...screens };
    language.value = next;
  });
  document.documentElement.lang = next;
  document.documentElement.dir = 'isRtl' in load ? 'rtl' : 'ltr';
}

/** Before anything of these parts is shown. */
export async function loadTexts(...wanted: readonly TextPart[]): Promise<void> {
  const load = async (part: TextPart) => {
    if (parts.value[part]) return;
    const loaded = await languages[language.value][part]();
    parts.value = { ...parts.value, ...loaded };
  };
  await Promise.all(wanted.map(load));
}

export async function chooseLanguage(next: Language): Promise<void> {
  await applyLanguage(next);
  writeLocal('language', next);
}
