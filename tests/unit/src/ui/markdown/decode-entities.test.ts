/** Character references are decoded exactly once, and nothing else changes. */
import { expect, it } from 'vitest';
import { decodeEntities } from '#src/ui/markdown/decode-entities.ts';

it.each([
  ['a &amp; b', 'a & b'],
  ['&lt;b&gt;', '<b>'],
  ['&#39;&#x27;', "''"],
  ['&amp;lt;', '&lt;'],
  ['&unknown; & &#9999999;', '&unknown; & &#9999999;'],
  ['&constructor;', '&constructor;'],
])('%s becomes %s', (source, text) => expect(decodeEntities(source)).toBe(text));
