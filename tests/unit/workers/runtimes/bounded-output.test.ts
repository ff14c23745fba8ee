import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBoundedOutput } from '#workers/runtimes/bounded-output.ts';

it('keeps a short text whole, however it came in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 10 }), (pieces) => {
      const output = createBoundedOutput(1_000);
      for (const piece of pieces) output.add(piece);
      expect(output.text()).toBe(pieces.join(''));
      expect(output.characters()).toBe(pieces.join('').length);
    }),
  );
});

it('keeps head and tail of a long text, says how much is missing, and never grows with it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 50_000 }), (size) => {
      const output = createBoundedOutput(1_000);
      const text = Array.from({ length: 100_000 }, (_, index) => String(index % 10)).join('');
      for (let at = 0; at < text.length; at += size) output.add(text.slice(at, at + size));
      expect(output.text()).toBe(
        `${text.slice(0, 500)}\n[99000 of 100000 characters cut here]\n${text.slice(-500)}`,
      );
    }),
    { numRuns: 20 },
  );
});
