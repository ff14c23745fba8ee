import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { createCodeSessions } from '#workers/storage/code-sessions.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';

describe('the state of a session', () => {
  it('is kept by conversation and name, and replaced as a whole', async () => {
    const sessions = createCodeSessions(createMemoryFiles().root);
    expect(await sessions.read('one', 'shell')).toBeNull();
    await sessions.write('one', 'shell', 'a long first text');
    await sessions.write('one', 'shell', 'short');
    await sessions.write('two', 'shell', 'other');
    expect(await sessions.read('one', 'shell')).toBe('short');
    expect(await sessions.read('two', 'shell')).toBe('other');
    expect(await sessions.read('one', 'python')).toBeNull();
  });

  it('stays as it was where a write is killed', async () => {
    const memory = createMemoryFiles();
    const sessions = createCodeSessions(memory.root);
    await sessions.write('one', 'shell', 'before');
    memory.killAfter(0);
    await expect(sessions.write('one', 'shell', 'after')).rejects.toThrow();
    memory.revive();
    expect(await sessions.read('one', 'shell')).toBe('before');
  });

  it('is deleted with its conversation, also where there is none', async () => {
    const memory = createMemoryFiles();
    const sessions = createCodeSessions(memory.root);
    await sessions.write('one', 'shell', 'x');
    await sessions.remove('one');
    await sessions.remove('one');
    expect(memory.tree()).toEqual({});
  });

  it.each(['../x', 'a/b', '', 'A', 'x'.repeat(21), '..'])('is never at %j', async (name) => {
    const sessions = createCodeSessions(createMemoryFiles().root);
    await expect(sessions.write('one', name, 'x')).rejects.toThrow(/small letters/);
    await expect(sessions.read('one', name)).rejects.toThrow(/small letters/);
  });

  it('has a maximum, counted in bytes', async () => {
    const sessions = createCodeSessions(createMemoryFiles().root);
    const large = 'ü'.repeat(limits.sessionStateBytes / 2 + 1);
    await expect(sessions.write('one', 'shell', large)).rejects.toThrow(/maximum is 1048576/);
  });
});
