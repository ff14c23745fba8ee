/** Removes courtesy around a request: "please", "could you", "thanks". */
import { asksForToolsEn, courtesyEn, smallTalkEn } from './grammar-en.ts';
import { asksForToolsZh, courtesyZh, smallTalkZh } from './grammar-zh.ts';

/**
 * The phrase as it is, without courtesy before it, and without courtesy after it as well. All three are tried, because
 * a text to write may itself end in "thanks".
 */
export function courtesyVariants(phrase: string): string[] {
  const before = removeAll(phrase, courtesyEn.before, courtesyZh.before);
  return [phrase, before, removeAll(before, courtesyEn.after, courtesyZh.after)];
}

export function isSmallTalk(phrase: string): boolean {
  return phrase === '' || smallTalkEn.test(phrase) || smallTalkZh.test(phrase) || asksForTools(phrase);
}

/** Whether it asks what the guide can do, or for its tools. */
export function asksForTools(phrase: string): boolean {
  const variants = courtesyVariants(withoutPunctuation(phrase));
  return variants.some((each) => asksForToolsEn.test(each) || asksForToolsZh.test(each));
}

export function withoutPunctuation(phrase: string): string {
  return phrase.replace(/^[\s,，:：.。]+|[\s,，:：.。!！?？…~～]+$/g, '');
}

/** Removes matches until no pattern matches any more. */
function removeAll(phrase: string, ...patterns: RegExp[]): string {
  for (let text = phrase; ;) {
    const shorter = patterns.reduce((rest, pattern) => rest.replace(pattern, ''), text);
    if (shorter === text) return text;
    text = shorter;
  }
}
