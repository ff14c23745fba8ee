/** The languages of the interface: a folder each, and one entry here. */
import type { chat } from './en/chat.ts';
import { core } from './en/core.ts';
import type { screens } from './en/screens.ts';

export type TextKey = keyof typeof core;
export type ChatTextKey = keyof typeof chat;
export type ScreenTextKey = keyof typeof screens;
/** The same keys as in English, in another language. */
export type Translation<English> = Readonly<Record<keyof English, string>>;
export type Catalogue = Translation<typeof core>;
/** Texts that are fetched with the code that shows them: of conversations, and of the other screens. */
export type TextPart = 'chat' | 'screens';
export type TextParameters = Readonly<Record<string, string | number>>;

type LanguageEntry = {
  name: string;
  core: () => Promise<{ core: Catalogue }>;
  chat: () => Promise<{ chat: Translation<typeof chat> }>;
  screens: () => Promise<{ screens: Translation<typeof screens> }>;
};

export const languages = {
  en: {
    name: 'English',
    core: () => Promise.resolve({ core }),
    chat: () => import('./en/chat.ts'),
    screens: () => import('./en/screens.ts'),
  },
  zh: {
    name: '中文',
    core: () => import('./zh/core.ts'),
    chat: () => import('./zh/chat.ts'),
    screens: () => import('./zh/screens.ts'),
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
