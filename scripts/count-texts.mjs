/** Prints how many interface texts each language lacks; the app shows these in English until they are translated. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../src/shared/text/', import.meta.url);
/** @param {string} file @returns {string[]} */
const keysOf = (file) => Object.keys(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));

const english = keysOf('en.json');
const gaps = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ language: file.slice(0, -'.json'.length), own: new Set(keysOf(file)) }))
  .map(({ language, own }) => ({ language, missing: english.filter((key) => !own.has(key)) }))
  .filter(({ missing }) => missing.length > 0);

for (const { language, missing } of gaps)
  console.log(
    `${language}: ${missing.length} of ${english.length} texts missing (${missing.slice(0, 3).join(', ')}…)`,
  );
if (gaps.length === 0) console.log(`Every language has all ${english.length} texts.`);
