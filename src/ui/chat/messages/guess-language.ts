/** Guesses the language of a text, well enough to choose a voice. */

/** Kana and Hangul before Han: Japanese has all three. */
const scripts: readonly [language: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
];

/** Stop words that occur in nearly every sentence. */
const stopWords: Readonly<Record<string, string>> = {
  en: 'the and of to is in that it for with you are this',
  de: 'der die das und ist nicht ein eine mit zu den auf für sie ich',
  fr: 'le la les et est des une pour dans que vous pas sur du',
  es: 'el los las y es una para por que con del se no como',
  it: 'il di che è per una con non gli sono della nel anche',
  pt: 'o os as e é uma para com não que do da em você',
  nl: 'de het een en van is dat niet op te voor met zijn',
};

/** Share of letters that must be of a script: a single name does not decide. */
const leastScriptShare = 0.2;

/** `fallback`: if nothing matches. */
export function guessLanguage(text: string, fallback: string): string {
  const sample = text.slice(0, 2_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find(([, of]) => (sample.match(of)?.length ?? 0) > letters * leastScriptShare);
  if (script) return script[0];
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = Object.entries(stopWords).map(([language, list]) => {
    const known = new Set(list.split(' '));
    return { language, score: words.filter((word) => known.has(word)).length };
  });
  const best = scores.toSorted((one, other) => other.score - one.score)[0];
  return best && best.score > 1 ? best.language : fallback;
}
