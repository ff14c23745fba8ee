import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitArguments } from '#src/ui/kit/tools/split-arguments.ts';

it('shows commands, code and multi-line texts separately', () => {
  expect(splitArguments({ command: 'ls "a b"', content: 'one\ntwo', path: 'a.txt', lines: 3 })).toEqual({
    texts: [
      ['command', 'ls "a b"'],
      ['content', 'one\ntwo'],
    ],
    rest: { path: 'a.txt', lines: 3 },
  });
});

it('leaves no argument out', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant('a\nb'), fc.integer())),
      (values) => {
        const { texts, rest } = splitArguments(values);
        expect(new Set([...texts.map(([name]) => name), ...Object.keys(rest)])).toEqual(
          new Set(Object.keys(values)),
        );
      },
    ),
  );
});
