/**
 * Names of folders that programs generate, in every spelling that a case-insensitive disk treats as equal.
 */
import { expect, it } from 'vitest';
import { isHeavy, isInHeavy } from '#workers/domains/linked-folders/heavy-names.ts';

it.each([
  ...['.git', '.GIT', '.Git', 'NODE_MODULES', 'thumbs.DB', 'Desktop.ini', 'derivedData', 'pods'],
  ...['.git.', '.git ', '.git. . ', 'node_modules.', 'Thumbs.db.'],
  ...['.git::$INDEX_ALLOCATION', '.git:config', '.git .:x'],
  ...['git~1', 'GIT~1', 'GIT~1.', 'GIT~1::$INDEX_ALLOCATION', 'NODE_M~1', 'SVN~2', 'DS_STO~1'],
  ...['.g\u200cit', '\ufeff.git', '.gi\u202et', '.git\u206f', 'node_module\u017f'],
])('%j is one of them', (name) => {
  expect(isHeavy(name)).toBe(true);
  expect(isInHeavy(`a/${name}/b`)).toBe(true);
});

it.each([
  ...['git', '.gitignore', '.github', '.gitmodules', 'a.git', '.git2', '.git.md', 'node_modules2', 'Cache'],
  ...['git~', 'git~x', 'git~1~', 'GITHUB~1', 'notes~1', 'thumbs~1', '~1', '', '.', ': .git', ' .git'],
])('%j is not', (name) => {
  expect(isHeavy(name)).toBe(false);
});
