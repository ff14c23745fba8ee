/**
 * Shortens what a browser lays out in more than linear time: many marks on one letter, long lines in several directions,
 * and very long lines. Pure.
 */

import { shorten } from '#shared/shorten.ts';

/** Marks after one letter, and signs joined to one emoji: sixteen, more than any script and any family has. */
const marks = /((?:\p{M}|\p{Cf}){16})(?:\p{M}|\p{Cf})+/gu;
const joined = /((?:\p{Extended_Pictographic}\p{M}*\u200d){16})(?:\p{Extended_Pictographic}\p{M}*\u200d)+/gu;
/** Letters from right to left, and controls of direction. */
const otherDirection =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|\ud802|\ud803|\ud83a/;
/** Characters of one line: 100,000 changes of direction take 5 seconds, a million letters 0.4. */
const maxLine = { oneDirection: 200_000, directions: 10_000 };

/** The same text if there is nothing to shorten. */
export function calmText(text: string): string {
  const calm = text.replace(marks, '$1').replace(joined, '$1').split('\n').map(shortLine).join('\n');
  return calm === text ? text : calm;
}

function shortLine(line: string): string {
  if (line.length <= maxLine.directions) return line;
  const most = otherDirection.test(line) ? maxLine.directions : maxLine.oneDirection;
  return line.length <= most ? line : shorten(line, most);
}
