/** What `scripts/vite/texts.ts` makes of the JSON files. */
declare module 'virtual:texts' {
  export const english: Readonly<Record<import('./index.ts').KeyOf<'core'>, import('./index.ts').Text>>;
  export const lazyParts: readonly import('./index.ts').LazyPart[];
  export function importTexts(
    language: import('./index.ts').Language,
    part: import('./index.ts').TextPart,
  ): Promise<{ default: import('./index.ts').PartialTexts }>;
}
