/** The languages of the interface: three files each, and one entry here. */
import { en } from './en.ts';
import type { enChat } from './en-chat.ts';
import type { enScreens } from './en-screens.ts';

export type TextKey = keyof typeof en;
export type Catalogue = Readonly<Record<TextKey, string>>;
export type ChatTextKey = keyof typeof enChat;
export type ChatCatalogue = Readonly<Record<ChatTextKey, string>>;
export type ScreenTextKey = keyof typeof enScreens;
export type ScreenCatalogue = Readonly<Record<ScreenTextKey, string>>;
/** Texts that are fetched with the code that shows them: of conversations, and of the other screens. */
export type TextPart = 'chat' | 'screens';
export type TextParameters = Readonly<Record<string, string | number>>;

type LanguageEntry = {
  name: string;
  load: () => Promise<Catalogue>;
  loadPart: { chat: () => Promise<ChatCatalogue>; screens: () => Promise<ScreenCatalogue> };
};

export const languages = {
  en: {
    name: 'English',
    load: () => Promise.resolve(en),
    loadPart: {
      chat: async () => (await import('./en-chat.ts')).enChat,
      screens: async () => (await import('./en-screens.ts')).enScreens,
    },
  },
  zh: {
    name: '中文',
    load: async () => (await import('./zh.ts')).zh,
    loadPart: {
      chat: async () => (await import('./zh-chat.ts')).zhChat,
      screens: async () => (await import('./zh-screens.ts')).zhScreens,
    },
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
