/** Holds white space back until text follows, so that none remains before a call or at the end. */
import type { WrittenCall } from './call-json.ts';

export type ReplyPart =
  { type: 'text'; text: string } | { type: 'reasoning'; text: string } | ({ type: 'call' } & WrittenCall);

export function createTrimmer(): { pass(part: ReplyPart): ReplyPart[] } {
  let blanks = '';
  let isFresh = true;

  return {
    pass(part) {
      if (part.type !== 'text') {
        blanks = '';
        isFresh = true;
        return [part];
      }
      const all = blanks + part.text;
      const words = all.trimEnd();
      blanks = all.slice(words.length);
      const shown = isFresh ? words.trimStart() : words;
      if (shown === '') return [];
      isFresh = false;
      return [{ type: 'text', text: shown }];
    },
  };
}
