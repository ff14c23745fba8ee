/** `sub`, `gsub` and `gensub`: replace matches of a pattern. */
import { eachMatch, type Pattern } from '../text/patterns.ts';

/** Literal text, or the number of a group; 0 is the whole match. */
type Part = string | number;

/** Backslashes before `&` protect it, and each other; elsewhere they stand for themselves. */
export function readReplacement(text: string): readonly Part[] {
  if (!text.includes('&')) return [text];
  const parts: Part[] = [];
  let begin = 0;
  for (const { 0: found, index } of text.matchAll(/\\*&/g)) {
    const backslashes = found.length - 1;
    parts.push(text.slice(begin, index) + '\\'.repeat(backslashes >> 1));
    parts.push(backslashes % 2 === 0 ? 0 : '&');
    begin = index + found.length;
  }
  return [...parts, text.slice(begin)];
}

/** The replacement of `gensub`, in which `\1` to `\9` are groups, too. */
export function readGeneralReplacement(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const [found] of text.matchAll(/\\.|&|[^\\&]+|\\$/gs)) {
    if (found === '&') parts.push(0);
    else if (/^\\\d$/.test(found)) parts.push(Number(found[1]));
    else parts.push(/^\\[&\\]$/.test(found) ? found.slice(1) : found);
  }
  return parts;
}

/** `which`: the number of the only match to replace; undefined for all. */
export function substitute(
  pattern: Pattern,
  text: string,
  replacement: readonly Part[],
  which: number | undefined,
): { text: string; count: number } {
  let changed = '';
  let [begin, seen, count] = [0, 0, 0];
  eachMatch(pattern, text, (start, end, group) => {
    seen++;
    if (which !== undefined && seen < which) return true;
    changed += text.slice(begin, start);
    for (const part of replacement) {
      if (typeof part === 'string') changed += part;
      else changed += text.slice(...(part === 0 ? [start, end] : groupOf(part, pattern, group)));
    }
    begin = end;
    count++;
    return which === undefined;
  });
  return { text: count === 0 ? text : changed + text.slice(begin), count };
}

/** Where a group is; nowhere if the pattern does not have it. */
function groupOf(
  index: number,
  { groupCount }: Pattern,
  group: (index: number) => readonly [number, number] | undefined,
): readonly [number, number] {
  return (index <= groupCount ? group(index) : undefined) ?? [0, 0];
}
