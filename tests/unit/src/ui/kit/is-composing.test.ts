import { expect, it } from 'vitest';
import { isComposing } from '#src/ui/kit/form/is-composing.ts';

const key = (isComposing: boolean, keyCode: number) =>
  Object.assign(Object.create(null), { isComposing, keyCode }) as KeyboardEvent;

it('tells the Enter of an input method, also that of Safari, from the Enter that sends (gwdg/chat-ai#167)', () => {
  expect(isComposing(key(true, 229))).toBe(true);
  expect(isComposing(key(true, 13))).toBe(true);
  expect(isComposing(key(false, 229))).toBe(true);
  expect(isComposing(key(false, 13))).toBe(false);
});
