/** The rules of both languages. The guide tries them in this order, and the first that makes sense wins. */
import { readKnownTime, readTime, type Rule } from './grammar.ts';
import { describedEn, grammarEn } from './grammar-en.ts';
import { describedZh, grammarZh } from './grammar-zh.ts';

export const requestRules: readonly Rule[] = [...grammarEn, ...grammarZh];

/** Rules for a text that is described instead of given, such as "the time in Tokyo" in "write the time in Tokyo to a.txt". */
export const descriptionRules: readonly Rule[] = [
  ...describedEn,
  ...describedZh,
  ...requestRules.filter(({ read }) => read === readTime || read === readKnownTime),
];
