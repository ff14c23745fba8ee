/** The languages of the interface, the parts their texts are fetched in, and how a text is filled in. */
import type english from './en.json';

type English = typeof english;
export type TextKey = keyof English;
/** One form for each category of `Intl.PluralRules` that the language has, chosen by the parameter `count`. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Text = string | Plural;
export type TextParameters = Readonly<Record<string, string | number>>;

/**
 * The texts that are fetched together: the first segment of a key tells its part. `core` is what may be needed at any
 * time and comes with the first load; every other part comes with the code that shows it.
 */
export const textParts = {
  core: [
    'app',
    'nav',
    'sessions',
    'action',
    'agent',
    'provider',
    'model',
    'composer',
    'transcript',
    'greeting',
    'suggestion',
    'status',
    'announce',
    'notify',
    'problem',
    'notice',
    'permission',
    'update',
    'markdown',
  ],
  chat: [
    'chat',
    'aloud',
    'voice',
    'branch',
    'attach',
    'waiting',
    'todos',
    'cost',
    'outcome',
    'note',
    'queue',
    'since',
  ],
  requests: ['prompt'],
  calls: ['call', 'duration', 'media', 'question', 'changes', 'outgoing', 'process'],
  taps: ['tap'],
  errors: ['error', 'server'],
  offers: ['offer', 'elicit'],
  common: [
    'edit',
    'passphrase',
    'budget',
    'list',
    'progress',
    'storage',
    'offered',
    'session',
    'search',
    'incoming',
    'install',
    'reminder',
    'schedule',
  ],
  files: ['files', 'linked-folders'],
  linked: ['linked'],
  agents: ['agents', 'symbol', 'colour', 'starter', 'approval', 'deny'],
  terminal: ['terminal'],
  tools: ['tools', 'category', 'capability', 'source', 'refusal'],
  /** Names of the built-in tools, loaded with the list of tools. */
  'tool-names': ['tool'],
  /** A sentence about each built-in tool, loaded with the screens that describe tools. */
  'tool-about': ['tool-about'],
  servers: ['mcp'],
  models: ['form', 'facts', 'preset', 'protocol'],
  prompts: ['prompts'],
  memory: ['memory'],
  tasks: ['tasks'],
  today: ['today', 'alarms'],
  activity: ['activity'],
  packages: ['packages'],
  settings: ['settings', 'device', 'backup'],
} as const;

export type TextPart = keyof typeof textParts;
export type LazyPart = Exclude<TextPart, 'core'>;
export type KeyOf<Part extends TextPart> = Extract<TextKey, `${(typeof textParts)[Part][number]}.${string}`>;
export type PartialTexts = Readonly<Partial<Record<TextKey, Text>>>;

type LanguageEntry = {
  name: string;
  /** Written from right to left. */
  isRtl?: true;
};

export const languages = {
  en: { name: 'English' },
  zh: { name: '中文' },
  es: { name: 'Español' },
  fr: { name: 'Français' },
  de: { name: 'Deutsch' },
  pt: { name: 'Português' },
  ja: { name: '日本語' },
  ko: { name: '한국어' },
  hi: { name: 'हिन्दी' },
  ar: { name: 'العربية', isRtl: true },
  id: { name: 'Bahasa Indonesia' },
  ru: { name: 'Русский' },
} satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof languages;

export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage);

function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** The user's choice, else the first of the browser's languages that is supported, else English. */
export function pickLanguage(stored: string | null, preferred: readonly string[]): Language {
  const wanted = [stored ?? '', ...preferred.map((tag) => tag.split('-')[0] ?? '')];
  return wanted.find(isLanguage) ?? 'en';
}

/** Picks the plural form for `count`, which is written as the language writes numbers, and fills in the `{placeholders}`. */
export function fillText(text: Text, parameters: TextParameters = {}, language = 'en'): string {
  const { count } = parameters;
  const filled =
    typeof count === 'number' ? { ...parameters, count: count.toLocaleString(language) } : parameters;
  const form = typeof text === 'string' ? text : pickForm(text, Number(count), language);
  return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(filled[name] ?? placeholder));
}

function pickForm(text: Plural, count: number, language: string): string {
  return text[new Intl.PluralRules(language).select(count)] ?? text.other;
}
