import { describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { browserSession, consoleSession } from '#workers/contracts/code-session.ts';
import { createCodeSessions } from '#workers/storage/code-sessions.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';

const [one, two] = [asId<'session'>('one'), asId<'session'>('two')];
const openSessions = (root: FileSystemDirectoryHandle, stored: string[] = [one, two]) =>
  createCodeSessions(root, async (id) => stored.includes(id));

describe('the state of a session', () => {
  it('is kept by conversation and name, and replaced as a whole', async () => {
    const sessions = openSessions(createMemoryFiles().root);
    expect(await sessions.read(one, 'shell')).toBeNull();
    await sessions.write(one, 'shell', 'a long first text');
    await sessions.write(one, 'shell', 'short');
    await sessions.write(two, 'shell', 'other');
    expect(await sessions.read(one, 'shell')).toBe('short');
    expect(await sessions.read(two, 'shell')).toBe('other');
    expect(await sessions.read(one, 'python')).toBeNull();
  });

  it('is read again where it was replaced between opening and reading', async () => {
    const sessions = openSessions(createMemoryFiles().root);
    await sessions.write(one, 'shell', 'new');
    const read = vi.spyOn(Blob.prototype, 'text');
    const replaced = new DOMException('', 'NotReadableError');
    read.mockRejectedValueOnce(replaced).mockRejectedValueOnce(replaced);
    expect(await sessions.read(one, 'shell')).toBe('new');
    expect(read).toHaveBeenCalledTimes(3);
    read.mockRejectedValue(replaced);
    await expect(sessions.read(one, 'shell')).rejects.toBe(replaced);
    read.mockRestore();
  });

  it('stays as it was where a write is killed', async () => {
    const memory = createMemoryFiles();
    const sessions = openSessions(memory.root);
    await sessions.write(one, 'shell', 'before');
    memory.killAfter(0);
    await expect(sessions.write(one, 'shell', 'after')).rejects.toThrow();
    memory.revive();
    expect(await sessions.read(one, 'shell')).toBe('before');
  });

  it('is deleted with its conversation, also where there is none', async () => {
    const memory = createMemoryFiles();
    const sessions = openSessions(memory.root);
    await sessions.write(one, 'shell', 'x');
    await sessions.remove(one);
    await sessions.remove(one);
    expect(memory.tree()).toEqual({});
  });

  it('is not written once its conversation is deleted, and its folder does not come back', async () => {
    const memory = createMemoryFiles();
    const stored = [one];
    const sessions = openSessions(memory.root, stored);
    await sessions.write(one, 'shell', 'x');
    stored.length = 0;
    await sessions.remove(one);
    await expect(sessions.write(one, 'shell', 'late')).rejects.toThrow(/was deleted/);
    expect(memory.tree()).toEqual({});
  });

  it('is kept outside of conversations as well', async () => {
    const sessions = openSessions(createMemoryFiles().root, []);
    for (const session of [consoleSession, browserSession]) await sessions.write(session, 'shell', session);
    expect(await sessions.read(consoleSession, 'shell')).toBe('console');
    expect(await sessions.read(browserSession, 'shell')).toBe('browser');
  });

  it.each(['../x', 'a/b', '', 'A', 'x'.repeat(21), '..'])('is never at %j', async (name) => {
    const sessions = openSessions(createMemoryFiles().root);
    await expect(sessions.write(one, name, 'x')).rejects.toThrow(/small letters/);
    await expect(sessions.read(one, name)).rejects.toThrow(/small letters/);
  });

  it('has a maximum, counted in bytes', async () => {
    const sessions = openSessions(createMemoryFiles().root);
    const large = 'ü'.repeat(limits.sessionStateBytes / 2 + 1);
    await expect(sessions.write(one, 'shell', large)).rejects.toThrow(/maximum is 1048576/);
  });
});
