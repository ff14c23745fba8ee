import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { inputsOf, isCalculation } from '#workers/engine/calls/calculation.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import {
  conversation,
  findTool,
  type ConversationEntry,
} from '#tests/unit/workers/engine/permissions/guarded-mode/conversations.ts';

const python = definitions.find(({ name }) => name === 'run_python');
const isOne = (code: string, more: JsonObject = {}) =>
  python !== undefined && isCalculation(python, { code, ...more });

describe('a calculation', () => {
  it.each([
    '1+1',
    '2 ** 10 // 3',
    'x = 3\nprint(x * 1.19)',
    'sum([1, 2, 3]) / 3',
    'max(1, 2) if 1 < 2 else 0',
  ])('is %j', (code) => expect(isOne(code)).toBe(true));

  it.each([
    'open("diary.txt")',
    "print('hello')",
    'import os',
    '__import__',
    'print(open(0))',
    'chr(100)',
    'x.read()',
    '(1).__class__',
    'exec',
    'printer(1)',
    '# note',
    'f"{1}"',
    'é = 1',
  ])('is not %j', (code) => expect(isOne(code)).toBe(false));

  it('brings nothing but its code', () => {
    expect(isOne('1+1', { timeout: 5, fresh: false })).toBe(true);
    expect(isOne('1+1', { packages: ['requests'] })).toBe(false);
    expect(isOne('1+1', { files: ['diary.txt'] })).toBe(false);
  });

  it('is none in other languages, where the same text reads files or their names', () => {
    const named = (name: string) => definitions.find((each) => each.name === name);
    const [shell, script, noop] = ['execute_shell_command', 'run_javascript', 'noop'].map(named);
    for (const command of ['sum *', '*', '1+1'])
      expect(shell && isCalculation(shell, { command })).toBe(false);
    expect(script && isCalculation(script, { code: '1+1' })).toBe(false);
    expect(noop && isCalculation(noop, {})).toBe(false);
  });
});

describe('what the code of a call may contain', () => {
  const page: ConversationEntry = { call: ['fetch_url', { url: 'https://pages.example/' }], result: 'Hi.' };
  const inputs = (before: ConversationEntry[], code: string) => {
    const { messages, request } = conversation(before, ['run_python', { code }]);
    const call = { id: request.call, arguments: request.arguments };
    return inputsOf(request.tool, call, { conversation: () => messages }, { find: findTool });
  };

  it('is text from outside once the model has read some, except in a calculation', async () => {
    expect(await inputs([{ user: 'Go' }], 'print("a")')).toMatchObject({ hasReadOutside: false });
    expect(await inputs([page], 'print("a")')).toMatchObject({ hasReadOutside: true });
    expect(await inputs([page], '1 + 1')).toEqual({ isCalculation: true, hasReadOutside: false });
  });
});
