/** Editing a terminal's line: Ctrl keys, inserted characters, unfinished lines and the history. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  control,
  insert,
  isUnfinished,
  moveCursor,
  moveInHistory,
  typedLetter,
} from '#src/ui/terminal/line-editing.ts';

describe('an arrow', () => {
  it('moves the cursor by a character, and not out of the text', () => {
    const line = { text: 'a😀b', cursor: 3 };
    expect(moveCursor(line, -1).cursor).toBe(1);
    expect(moveCursor(line, 1).cursor).toBe(4);
    expect(moveCursor({ ...line, cursor: 1 }, 1).cursor).toBe(3);
    expect(moveCursor({ ...line, cursor: 0 }, -1).cursor).toBe(0);
    expect(moveCursor({ ...line, cursor: 4 }, 1).cursor).toBe(4);
  });
});

describe('a key with Ctrl', () => {
  const line = { text: 'first line\ngit commit -m  two', cursor: 29 };

  it('edits the line of the cursor', () => {
    expect(control('a', line)).toEqual({ ...line, cursor: 11 });
    expect(control('E', { ...line, cursor: 12 })).toEqual(line);
    expect(control('u', line)).toEqual({ text: 'first line\n', cursor: 11 });
    expect(control('k', { ...line, cursor: 14 })).toEqual({ text: 'first line\ngit', cursor: 14 });
    expect(control('w', line)).toEqual({ text: 'first line\ngit commit -m  ', cursor: 26 });
    expect(control('w', { text: 'git commit -m  ', cursor: 15 })).toEqual({
      text: 'git commit ',
      cursor: 11,
    });
  });

  it('stops, clears, or means nothing', () => {
    expect(control('c', line)).toBe('stop');
    expect(control('L', line)).toBe('clear');
    expect(control('x', line)).toBeNull();
  });

  it('never leaves the cursor outside of the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.constantFrom('a', 'e', 'u', 'k', 'w'), (text, at, key) => {
        const after = control(key, { text, cursor: at % (text.length + 1) });
        if (after === null || typeof after === 'string') throw new Error('no line');
        expect(after.cursor).toBeGreaterThanOrEqual(0);
        expect(after.cursor).toBeLessThanOrEqual(after.text.length);
      }),
    );
  });
});

it('a letter typed while Ctrl is on is distinguished from other changes', () => {
  expect(typedLetter('ls ', { text: 'ls c', cursor: 4 })).toEqual({ letter: 'c', at: 3 });
  expect(typedLetter('ls', { text: 'lcs', cursor: 2 })).toEqual({ letter: 'c', at: 1 });
  expect(typedLetter('ls', { text: 'ls can', cursor: 6 })).toBeNull();
  expect(typedLetter('ls', { text: 'l', cursor: 1 })).toBeNull();
  expect(typedLetter('', { text: '', cursor: 0 })).toBeNull();
});

it('a character from the key row replaces the selection', () => {
  expect(insert('cat a b', 4, 5, '~/')).toEqual({ text: 'cat ~/ b', cursor: 6 });
});

describe('an unfinished command', () => {
  it.each([
    ['execute_shell_command', 'echo a \\', true],
    ['execute_shell_command', 'echo a \\\\', false],
    ['execute_shell_command', 'echo (', false],
    ['run_javascript', 'for (const a of [1]) {', true],
    ['run_javascript', 'f({ a: [1] })', false],
    ['run_javascript', 'print("(")\n', false],
    ['run_python', 'def f():', true],
    ['run_python', 'def f():\n  return 1', true],
    ['run_python', 'def f():\n  return 1\n', false],
    ['run_python', 'print(1)', false],
  ] as const)('%s: %j is unfinished: %s', (tool, text, expected) =>
    expect(isUnfinished(tool, text)).toBe(expected),
  );
});

describe('the history', () => {
  const entries = ['one', 'two'];

  it('goes back from the newest, and forward to what was being typed', () => {
    const first = moveInHistory(entries, null, 'draft', -1);
    expect(first?.text).toBe('two');
    const second = moveInHistory(entries, first, 'two', -1);
    expect(second?.text).toBe('one');
    expect(moveInHistory(entries, second, 'one', -1)).toBeNull();
    expect(moveInHistory(entries, first, 'two', 1)).toMatchObject({ text: 'draft' });
  });

  it('has nothing after the current input', () => expect(moveInHistory(entries, null, 'x', 1)).toBeNull());
});
