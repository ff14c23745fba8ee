/** The effect of each key in a toolbar. */
import { expect, it } from 'vitest';
import { nextInToolbar } from '#src/ui/terminal/use-toolbar.ts';

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, undefined],
])('%s at %i goes to %s', (key, at, next) => {
  expect(nextInToolbar(key, at, 3)).toBe(next);
});
