/** A link appears at once when it is complete, and what was shown never goes away. */
import { expect, it } from 'vitest';
import { withoutHalfLink } from '#src/ui/markdown/half-link.ts';

/** What is shown after each character. */
const steps = (text: string) => Array.from(text, (_, at) => withoutHalfLink(text.slice(0, at + 1)));

it.each([
  'See ![a plan](pics/plan.png) there.',
  'See [the plan](plan.md), or [1] and [x',
  'Wow! A list [1, 2, [3, 4]] ends.',
])('grows only: %s', (text) => {
  const shown = steps(text);
  for (const [at, each] of shown.entries()) expect(each.startsWith(shown[at - 1] ?? '')).toBe(true);
});

it('shows nothing of half a link', () => {
  const shown = steps('See ![a plan](pics/plan.png) there.');
  expect(new Set(shown.slice(4, 27))).toEqual(new Set(['See ']));
  expect(shown[27]).toBe('See ![a plan](pics/plan.png)');
});

it.each([`[${'word '.repeat(40)}`, `[a](${'b'.repeat(700)}`, 'done.', 'a]', '[a] b'])(
  'does not wait for the end of what is hardly a link: %s',
  (text) => expect(withoutHalfLink(text)).toBe(text),
);
