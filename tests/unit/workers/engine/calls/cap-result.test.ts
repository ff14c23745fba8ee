import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { cutMiddle } from '#workers/engine/calls/cap-result.ts';

describe('cutMiddle', () => {
  it('keeps head and tail, says what is missing, and never cuts a character in half', () => {
    const emoji = fc.constantFrom('😀', 'a', '漢', '\n');
    fc.assert(
      fc.property(
        fc.array(emoji, { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 0, max: 3 }),
        (unit, shift) => {
          const text = 'x'.repeat(shift) + unit.join('').repeat(Math.ceil(30_000 / unit.join('').length));
          const cut = cutMiddle(text, 'Note.');
          expect(cut.isWellFormed()).toBe(true);
          expect(cut.length).toBeLessThan(limits.resultCharacters + 200);
          expect(cut.startsWith(text.slice(0, 9_990))).toBe(true);
          expect(cut.endsWith(text.slice(-9_990))).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});
