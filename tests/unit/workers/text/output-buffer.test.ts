import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createOutputBuffer, createScriptOutput } from '#workers/text/output-buffer.ts';

it('keeps a short text whole, however it came in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 10 }), (pieces) => {
      const output = createScriptOutput(1_000);
      for (const piece of pieces) output.add(piece);
      expect(output.text()).toBe(pieces.join(''));
      expect(output.printed()).toBe(pieces.join('').length);
    }),
  );
});

it('keeps head and tail of a long text, says how much is missing, and never grows with it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 50_000 }), (size) => {
      const output = createScriptOutput(1_000);
      const text = Array.from({ length: 100_000 }, (_, index) => String(index % 10)).join('');
      for (let at = 0; at < text.length; at += size) output.add(text.slice(at, at + size));
      expect(output.text()).toBe(
        `${text.slice(0, 500)}\n[99000 of 100000 characters cut here]\n${text.slice(-500)}`,
      );
    }),
    { numRuns: 20 },
  );
});

it('cuts at the ends of lines, and counts what it leaves out', () => {
  const output = createOutputBuffer({ head: 1_000, tail: 1_000, mark: (left) => `<${left}>` });
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`).join('');
  output.add(lines);
  const [head = '', tail = ''] = output.text().split(/<\d+>/);
  expect(lines.startsWith(`${head}\n`)).toBe(true);
  expect(tail).toMatch(/^line \d+\n/);
  expect(lines.endsWith(tail)).toBe(true);
  expect(output.left()).toBe(lines.length - head.length - tail.length);
  expect(output.text()).toContain(`<${output.left()}>`);
});

it('keeps the end alone, exactly, where no head is wanted', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 }), (pieces) => {
      const output = createOutputBuffer({ head: 0, tail: 50 });
      for (const piece of pieces) output.add(piece);
      expect(output.text()).toBe(pieces.join('').slice(-50));
    }),
  );
});
