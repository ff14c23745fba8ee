/**
 * Vite plugin: `virtual:texts` provides the texts of `src/shared/text/<language>.json`: the English ones of
 * the first load directly, all others as one file for each part of each language. A missing text falls back
 * to English.
 *
 * The build writes these files itself, to a folder named after a hash of their content: a table of a hundred
 * imports would be larger than the texts that it keeps out of the first load.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { languageCodes, textParts, type Text, type TextPart } from '../../src/shared/text/index.ts';

type Texts = Readonly<Record<string, Text>>;

const moduleId = 'virtual:texts';
const allParts = Object.keys(textParts) as TextPart[];
const fileOf = (language: string) =>
  fileURLToPath(new URL(`../../src/shared/text/${language}.json`, import.meta.url));

export function texts(): Plugin {
  let isBuild = false;
  return {
    name: 'oneclaw:texts',
    configResolved: (config) => void (isBuild = config.command === 'build'),
    resolveId: (id) => (id === moduleId || id.startsWith(`${moduleId}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${moduleId}`)) return undefined;
      for (const language of languageCodes) this.addWatchFile(fileOf(language));
      const [language, part] = id.split('/').slice(1);
      return language && part ? writePart(language, part) : writeIndex(isBuild);
    },
    generateBundle() {
      for (const language of languageCodes)
        for (const part of allParts)
          this.emitFile({
            type: 'asset',
            fileName: `assets/texts/${folderOf(language)}/${part}.js`,
            source: writePart(language, part),
          });
    },
  };
}

/** All texts of a language; missing ones in English. */
export function readTexts(language: string): Texts {
  return { ...readOwnTexts('en'), ...readOwnTexts(language) };
}

/** The missing keys of a language. */
export function missingKeys(language: string): string[] {
  const own = readOwnTexts(language);
  return Object.keys(readOwnTexts('en')).filter((key) => !Object.hasOwn(own, key));
}

/** The texts that a language has itself. */
export function readOwnTexts(language: string): Texts {
  return JSON.parse(readFileSync(fileOf(language), 'utf8')) as Texts;
}

function textsOf(language: string, part: string): Texts {
  return Object.fromEntries(Object.entries(readTexts(language)).filter(([key]) => partOf(key) === part));
}

function partOf(key: string): TextPart {
  const [segment = ''] = key.split('.');
  const part = allParts.find((each) => (textParts[each] as readonly string[]).includes(segment));
  if (!part) throw new Error(`The text '${key}' belongs to no part: add '${segment}' to textParts.`);
  return part;
}

function folderOf(language: string): string {
  const content = JSON.stringify([readTexts(language), textParts]);
  return `${language}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`;
}

function writePart(language: string, part: string): string {
  return `export default ${JSON.stringify(textsOf(language, part))};`;
}

function writeIndex(isBuild: boolean): string {
  const lazyParts = allParts.filter((part) => part !== 'core');
  const english = `export const english = ${JSON.stringify(textsOf('en', 'core'))};
    export const lazyParts = ${JSON.stringify(lazyParts)};`;
  if (isBuild) {
    const folders = Object.fromEntries(languageCodes.map((code) => [code, folderOf(code)]));
    return `${english}
      const folders = ${JSON.stringify(folders)};
      export const importTexts = (language, part) =>
        import(/* @vite-ignore */ \`./texts/\${folders[language]}/\${part}.js\`);`;
  }
  const files = languageCodes.flatMap((code) => allParts.map((part) => `${code}/${part}`));
  return `${english}
    const files = { ${files.map((file) => `'${file}': () => import('${moduleId}/${file}')`).join()} };
    export const importTexts = (language, part) => files[language + '/' + part]();`;
}
