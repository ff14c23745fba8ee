/** The stored state of a shell, as a terminal shows it. */
import { describe, expect, it } from 'vitest';
import { parseShell } from '#workers/domains/terminal/read-shell.ts';

const state = {
  ...{ version: 1, cwd: '/workspace/a', previousDir: '/workspace', history: ['cd a', 'f'] },
  variables: [
    ['HOME', '/workspace'],
    ['BASH_ALIAS_ll', 'ls -l'],
  ],
  functions: [['f', { type: 'FunctionDef' }]],
};

describe('parseShell', () => {
  it('tells folder, history, commands and variables', () =>
    expect(parseShell(JSON.stringify(state))).toEqual({
      folder: '/workspace/a',
      history: ['cd a', 'f'],
      commands: ['f', 'll'],
      variables: ['HOME'],
    }));

  it.each(['', '{', '{}', 'null', JSON.stringify({ ...state, cwd: 1 })])('knows nothing of %j', (text) =>
    expect(parseShell(text)).toBeNull(),
  );
});
