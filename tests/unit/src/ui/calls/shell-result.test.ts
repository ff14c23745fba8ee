/** Parsing the formatted result of a shell command. */
import { describe, expect, it } from 'vitest';
import * as limits from '#shared/limits.ts';
import { exitCodeOf, hasFailed, readScriptResult, readShellResult } from '#src/ui/calls/shell-result.ts';
import { formatResult, type CommandEnd } from '#workers/runtimes/shell/output/format-result.ts';

function read(end: Partial<CommandEnd>) {
  const { content, metadata } = formatResult({
    ...{ stdout: '', stderr: '', exitCode: 0, notes: [], opened: [] },
    ...end,
  });
  return readShellResult({ status: 'success', result: content, metadata });
}

describe('readShellResult', () => {
  it.each<Partial<CommandEnd>>([
    { stdout: 'out' },
    { stderr: 'bad', exitCode: 1 },
    { stdout: 'out', stderr: 'bad', exitCode: 2, notes: ['one', 'another'] },
    { exitCode: 3 },
    { stdout: '(no output)' },
    { stdout: 'says\n[exit code 0]\nitself', notes: ['end'] },
    { stdout: 'a\n[stderr]\nb' },
  ])('gives back what the shell made a text of: %j', (end) =>
    expect(read(end)).toEqual({ stdout: '', stderr: '', exitCode: 0, notes: [], ...end }),
  );
});

it('the working directory is in the text for the model, and in the metadata', () => {
  const end = { stdout: 'out', stderr: '', exitCode: 0, notes: ['one'] };
  const { content, metadata } = formatResult({ ...end, folder: '/workspace/a', opened: [] });
  expect(content).toBe('out\n[exit code 0]\n[one]\n[working directory: /workspace/a]');
  expect(metadata.working_directory).toBe('/workspace/a');
  expect(read({ ...end, folder: '/workspace/a' })).toEqual(end);
  // Metadata over the limit would make the whole result invalid, so it is left out.
  const long = `/workspace/${'a'.repeat(limits.metadataCharacters)}`;
  expect(formatResult({ ...end, folder: long, opened: [] }).metadata).not.toHaveProperty('working_directory');
});

it('an exit code is a number, or absent', () => {
  expect(exitCodeOf({ status: 'success', result: '', metadata: { exit_code: '127' } })).toBe(127);
  expect(exitCodeOf({ status: 'success', result: '', metadata: { exit_code: 'x' } })).toBeUndefined();
  expect(exitCodeOf({ status: 'success', result: '' })).toBeUndefined();
  expect(exitCodeOf({ status: 'error', error_type: 'timeout', message: '' })).toBeUndefined();
});

describe('readScriptResult', () => {
  const of = (result: string, metadata: Record<string, string>) =>
    readScriptResult({ status: 'success', result, metadata });

  it('distinguishes the uncaught error of a script from its output', () => {
    expect(of('one\nUncaught Error: no', { exit_code: '1', error_at: '4' })).toMatchObject({
      stdout: 'one',
      stderr: 'Uncaught Error: no',
    });
    expect(of('Uncaught Error: no', { exit_code: '1', error_at: '0' })).toMatchObject({ stdout: '' });
  });

  it('shows the exit code only in its place on the card, and keeps other notes', () => {
    const text = 'one\nTraceback: no\n[exit code 1]\n[x is not there any more]';
    expect(of(text, { exit_code: '1', error_at: '4' })).toEqual({
      ...{ stdout: 'one', stderr: 'Traceback: no', exitCode: 1 },
      notes: ['x is not there any more'],
    });
    expect(of('[exit code 3]', { exit_code: '3' })).toMatchObject({ stdout: '', stderr: '', notes: [] });
    // This line was printed by the script itself.
    expect(of('[exit code 0]', { exit_code: '0' })).toMatchObject({ stdout: '[exit code 0]' });
  });

  it('is empty if nothing was printed', () => {
    expect(of('The script printed nothing.', { exit_code: '0' })).toMatchObject({ stdout: '', stderr: '' });
  });
});

it('a call has failed if its tool or its command did', () => {
  const ended = (exit_code: string) => ({
    result: { status: 'success', result: '', metadata: { exit_code } } as const,
  });
  expect([hasFailed(ended('0')), hasFailed(ended('3'))]).toEqual([false, true]);
  expect(hasFailed({ result: { status: 'error', error_type: 'timeout', message: '' } })).toBe(true);
  expect(hasFailed({ result: { status: 'success', result: '' } })).toBe(false);
});
