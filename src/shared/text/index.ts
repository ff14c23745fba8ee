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
  /** Written from right to left. */
  isRtl?: true;
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
  es: {
    name: 'Español',
    core: () => import('./es/core.ts'),
    chat: () => import('./es/chat.ts'),
    screens: () => import('./es/screens.ts'),
  },
  fr: {
    name: 'Français',
    core: () => import('./fr/core.ts'),
    chat: () => import('./fr/chat.ts'),
    screens: () => import('./fr/screens.ts'),
  },
  de: {
    name: 'Deutsch',
    core: () => import('./de/core.ts'),
    chat: () => import('./de/chat.ts'),
    screens: () => import('./de/screens.ts'),
  },
  pt: {
    name: 'Português',
    core: () => import('./pt/core.ts'),
    chat: () => import('./pt/chat.ts'),
    screens: () => import('./pt/screens.ts'),
  },
  ja: {
    name: '日本語',
    core: () => import('./ja/core.ts'),
    chat: () => import('./ja/chat.ts'),
    screens: () => import('./ja/screens.ts'),
  },
  ko: {
    name: '한국어',
    core: () => import('./ko/core.ts'),
    chat: () => import('./ko/chat.ts'),
    screens: () => import('./ko/screens.ts'),
  },
  hi: {
    name: 'हिन्दी',
    core: () => import('./hi/core.ts'),
    chat: () => import('./hi/chat.ts'),
    screens: () => import('./hi/screens.ts'),
  },
  ar: {
    name: 'العربية',
    isRtl: true,
    core: () => import('./ar/core.ts'),
    chat: () => import('./ar/chat.ts'),
    screens: () => import('./ar/screens.ts'),
  },
  id: {
    name: 'Bahasa Indonesia',
    core: () => import('./id/core.ts'),
    chat: () => import('./id/chat.ts'),
    screens: () => import('./id/screens.ts'),
  },
  ru: {
    name: 'Русский',
    core: () => import('./ru/core.ts'),
    chat: () => import('./ru/chat.ts'),
    screens: () => import('./ru/screens.ts'),
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
