/** Searches the lines of one file after the other, and keeps the matches with the lines around them. */
import { sliceGraphemes } from '#shared/shorten.ts';
import type { LinearPattern } from '#workers/text/linear-pattern.ts';
import type { MatchList } from './match-list.ts';

/** At most this many characters of a line are shown. */
const shownCharacters = 300;

export type Search = {
  expression: LinearPattern;
  /** Lines to show before and after each match. */
  context: number;
  /** The first match to show, counted from 1 over all files, and the first not to show. */
  first: number;
  end: number;
  shown: MatchList;
  matches: number;
};

/** Takes the lines of one file in order, and keeps those that may become context of a match. */
export function createLineSearch(search: Search, name: string): (line: string) => void {
  const before: string[] = [];
  let number = 0;
  let after = 0;
  let lastShown = 0;

  function showMatch(line: string): void {
    search.matches++;
    const match = search.matches;
    if (match < search.first || match >= search.end) {
      after = 0;
      before.length = 0;
      return;
    }
    const show = (text: string) => search.shown.add(text, match);
    const first = number - before.length;
    if (search.context > 0 && lastShown > 0 && first > lastShown + 1) show('--');
    before.forEach((text, index) => show(`${name}-${first + index}-${partAround(text, 0)}`));
    // Finding the place of the match takes longer, and only a long line needs it.
    const at = line.length > shownCharacters ? search.expression.indexIn(line) : 0;
    show(`${name}:${number}:${partAround(line, at)}`);
    after = search.context;
    lastShown = number;
    before.length = 0;
  }

  return (line) => {
    number++;
    if (search.expression.test(line)) {
      showMatch(line);
    } else if (after > 0) {
      after--;
      search.shown.add(`${name}-${number}-${partAround(line, 0)}`, search.matches);
      lastShown = number;
    } else {
      if (search.context > 0) before.push(line);
      if (before.length > search.context) before.shift();
    }
  };
}

/** The part of a long line that contains the match. */
function partAround(line: string, at: number): string {
  if (line.length <= shownCharacters) return line;
  const start = Math.max(0, Math.min(at - 100, line.length - shownCharacters));
  const end = start + shownCharacters;
  return `${start > 0 ? '…' : ''}${sliceGraphemes(line, start, end)}${end < line.length ? '…' : ''}`;
}
