/** Holds white space back until text follows, so that none remains before a call or at the end. */
import type { ReplyPart } from './call-reader.ts';

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
