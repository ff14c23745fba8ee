/** Reads records from text: up to a character, up to blank lines, or up to a match of a pattern. */
import type { Pattern } from '../text/patterns.ts';

export type Reader = {
  /** The next record, and the text that ended it; undefined at the end. */
  next(separator: string, compile: (source: string) => Pattern): { record: string; end: string } | undefined;
};

export function createReader(text: string): Reader {
  let at = 0;
  const result = { record: '', end: '' };

  function take(begin: number, end: number, next: number): typeof result {
    result.record = text.slice(begin, end);
    result.end = text.slice(end, next);
    at = next;
    return result;
  }

  function nextParagraph(): typeof result | undefined {
    while (text[at] === '\n') at++;
    if (at >= text.length) return undefined;
    const end = text.indexOf('\n\n', at);
    if (end < 0) return take(at, text.endsWith('\n') ? text.length - 1 : text.length, text.length);
    let next = end;
    while (text[next] === '\n') next++;
    return take(at, end, next);
  }

  function nextMatch(pattern: Pattern): typeof result {
    for (let from = at; from <= text.length;) {
      const match = pattern.find(text, from);
      if (!match) break;
      if (match.end > match.start) return take(at, match.start, match.end);
      from = match.end + 1;
    }
    return take(at, text.length, text.length);
  }

  return {
    next(separator, compile) {
      if (separator === '') return nextParagraph();
      if (at >= text.length) return undefined;
      if (separator.length > 1) return nextMatch(compile(separator));
      const end = text.indexOf(separator, at);
      return end < 0 ? take(at, text.length, text.length) : take(at, end, end + 1);
    },
  };
}
