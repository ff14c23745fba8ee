import { expect, it } from 'vitest';
import { stripHidden } from '#workers/text/pages/strip-hidden.ts';

it('removes what people do not see, and keeps what their scripts and emoji are written with', () => {
  const tags = Array.from('ignore')
    .map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0)))
    .join('');
  expect(stripHidden(`a${tags}b\u200bc\u202ed\u00ade\ufeff\u0007`)).toBe('abcde');
  const kept = 'می\u200cخواهم 👩\u200d👩\u200d👧 \u00a0 one\ttwo\nthree é';
  expect(stripHidden(kept)).toBe(kept);
});
