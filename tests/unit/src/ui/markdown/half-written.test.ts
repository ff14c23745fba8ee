/** A link or a list appears at once when it is complete, and what was shown never goes away. */
import { expect, it } from 'vitest';
import { withoutHalfWritten } from '#src/ui/markdown/half-written.ts';

/** What is shown after each character. */
const steps = (text: string) => Array.from(text, (_, at) => withoutHalfWritten(text.slice(0, at + 1)));

it.each([
  'See ![a plan](pics/plan.png) there.',
  'See [the plan](plan.md), or [1] and [x',
  'Wow! A list [1, 2, [3, 4]] ends.',
  'A list:\n- one\n- two\n\nTitle\n---\nText\n=\n',
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
  (text) => expect(withoutHalfWritten(text)).toBe(text),
);

it('shows no heading where a list may begin (Mintplex-Labs/anythingllm-embed#16)', () => {
  expect(steps('A list:\n- one').slice(8)).toEqual([
    ...Array<string>(2).fill('A list:\n'),
    'A list:\n- o',
    'A list:\n- on',
    'A list:\n- one',
  ]);
  expect(withoutHalfWritten('Title\n---')).toBe('Title\n');
  expect(withoutHalfWritten('Title\n---\n')).toBe('Title\n---\n');
  expect(withoutHalfWritten('Text\n\n---')).toBe('Text\n\n---');
});
