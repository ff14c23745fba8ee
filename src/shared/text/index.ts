/** The languages of the interface: two files each, and one entry here. */
import { en } from './en.ts';
import type { enScreens } from './en-screens.ts';

export type TextKey = keyof typeof en;
export type Catalogue = Readonly<Record<TextKey, string>>;
/** Texts of screens that are fetched when first shown. */
export type ScreenTextKey = keyof typeof enScreens;
export type ScreenCatalogue = Readonly<Record<ScreenTextKey, string>>;
export type TextParameters = Readonly<Record<string, string | number>>;

type LanguageEntry = {
  name: string;
  load: () => Promise<Catalogue>;
  loadScreens: () => Promise<ScreenCatalogue>;
};

export const languages = {
  en: {
    name: 'English',
    load: () => Promise.resolve(en),
    loadScreens: async () => (await import('./en-screens.ts')).enScreens,
  },
  zh: {
    name: '中文',
    load: async () => (await import('./zh.ts')).zh,
    loadScreens: async () => (await import('./zh-screens.ts')).zhScreens,
  },
} satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof languages;

export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage);

function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** The user's choice, else the first of the browser's languages that we speak, else English. */
export function pickLanguage(stored: string | null, preferred: readonly string[]): Language {
  const wanted = [stored ?? '', ...preferred.map((tag) => tag.split('-')[0] ?? '')];
  return wanted.find(isLanguage) ?? 'en';
}

/** Puts the parameters into their `{places}`. */
export function fillText(template: string, parameters: TextParameters = {}): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(parameters[name] ?? place));
}
