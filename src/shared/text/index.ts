/** The languages of the interface: one file each, and one line here. */
import { en } from './en.ts';

export type TextKey = keyof typeof en;
export type Catalogue = Readonly<Record<TextKey, string>>;
export type TextParameters = Readonly<Record<string, string | number>>;

type LanguageEntry = { name: string; load: () => Promise<Catalogue> };

export const languages = {
  en: { name: 'English', load: () => Promise.resolve(en) },
  zh: { name: '中文', load: async () => (await import('./zh.ts')).zh },
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
