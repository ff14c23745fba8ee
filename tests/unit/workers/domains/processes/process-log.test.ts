/** The end of a long output is kept, and read in parts by their offset in the whole output. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputBuffer } from '#workers/text/output-buffer.ts';
import { readPart } from '#workers/domains/processes/process-log.ts';

const most = 50;
const pieces = fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 });

function fill(texts: readonly string[]) {
  const log = createOutputBuffer({ head: 0, tail: most });
  for (const text of texts) log.add(text);
  return log;
}

describe('the log of a process', () => {
  it('keeps the end of what was printed, and counts all of it', () => {
    fc.assert(
      fc.property(pieces, (texts) => {
        const log = fill(texts);
        const all = texts.join('');
        expect(log.text()).toBe(all.slice(-most));
        expect(log.printed()).toBe(all.length);
      }),
    );
  });

  it('is read from where the last part ended, without a gap or a repetition', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 20 }), (texts, limit) => {
        const log = fill(texts);
        let read = '';
        let offset = 0;
        while (offset < log.printed()) {
          const part = readPart(log.text(), log.printed(), { offset, limit });
          expect(part.end).toBeGreaterThan(part.offset);
          read += part.text;
          offset = part.end;
        }
        expect(read).toBe(log.text());
      }),
    );
  });

  it('is read at its newest part without an offset', () => {
    const log = fill(['one two ', 'three']);
    expect(readPart(log.text(), log.printed(), { limit: 5 })).toEqual({ text: 'three', offset: 8, end: 13 });
  });
});
