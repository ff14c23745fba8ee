/** Changes by the user: each is a run that can be undone, and no unseen text is overwritten. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { asId } from '#shared/ids.ts';
import { createUndo, type Undo } from '#workers/storage/undo/undo.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createUserFiles, type UserFiles } from '#workers/domains/files/user-files.ts';
import { createMemoryFiles, type MemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

const run = asId<'run'>('run_000000001one');
let memory: MemoryFiles;
let workspace: FileSystemDirectoryHandle;
let undo: Undo;
let user: UserFiles;
let events: EngineEvent[];
const lock = createMemoryLocks();

beforeEach(async () => {
  memory = createMemoryFiles();
  events = [];
  workspace = await memory.root.getDirectoryHandle('workspace', { create: true });
  const undoFolder = await memory.root.getDirectoryHandle('undo', { create: true });
  undo = createUndo({ workspace, undo: undoFolder, lock });
  user = createUserFiles({
    bus: { post: (event) => events.push(event) },
    folders: { undo: undoFolder, workspace },
    fileLock: lock,
  });
});

const put = (path: string, content: string | Blob) => createWorkspace(workspace, lock).write(path, content);
const tree = () => memory.tree('workspace');

describe('a change by the user', () => {
  it.each([
    { type: 'write', path: 'a/b.txt', content: 'new' } as const,
    { type: 'write', path: 'other.txt', content: 'new' } as const,
    { type: 'make-directory', path: 'fresh/folder' } as const,
    { type: 'move', from: 'a', to: 'A' } as const,
    { type: 'move', from: 'a/b.txt', to: 'c/d.txt' } as const,
    { type: 'remove', path: 'a' } as const,
  ])('is undone as a whole: $type', async (edit) => {
    await put('a/b.txt', 'old');
    const before = tree();
    await user.edit(run, edit);
    expect(tree()).not.toEqual(before);
    expect(events).toContainEqual(expect.objectContaining({ type: 'changed', kind: 'files', run }));
    expect((await undo.undo(run)).conflicts).toEqual([]);
    expect(tree()).toEqual(before);
  });

  it('that fails leaves no run behind', async () => {
    await expect(user.edit(run, { type: 'remove', path: 'nothing' })).rejects.toMatchObject({
      type: 'file_not_found',
    });
    expect(await undo.list()).toEqual([]);
  });

  it('may be several of one run', async () => {
    await user.edit(run, { type: 'write', path: 'a', content: '1' });
    await user.edit(run, { type: 'write', path: 'b', content: '2' });
    await undo.undo(run);
    expect(tree()).toEqual({});
  });
});

describe('a large file', () => {
  const large = new Blob([new Uint8Array(6 * 1024 * 1024)]);
  const told = () =>
    events.flatMap((event) => (event.type === 'file-progress' ? [event.done / event.total] : []));

  it('tells how far it is, and that it is over', async () => {
    await user.edit(run, { type: 'write', path: 'large', content: large });
    expect(told()[0]).toBeLessThan(1);
    expect(told().at(-1)).toBe(1);
  });

  it('is ended in the middle, and the old one stays', async () => {
    await put('large', 'old');
    const writing = user.edit(run, { type: 'write', path: 'large', content: large });
    user.cancel(run);
    await expect(writing).rejects.toMatchObject({ type: 'cancelled' });
    expect(tree()).toEqual({ large: 'old' });
  });
});

describe('saving a text', () => {
  it('writes over what the user began with, and undo brings it back', async () => {
    await put('a.txt', 'one');
    expect(await user.saveText(run, { path: 'a.txt', text: 'two', base: 'one' })).toEqual({ saved: true });
    expect(tree()).toEqual({ 'a.txt': 'two' });
    await undo.undo(run);
    expect(tree()).toEqual({ 'a.txt': 'one' });
  });

  it('writes over nothing else, and says what is there', async () => {
    await put('a.txt', 'theirs');
    const answer = await user.saveText(run, { path: 'a.txt', text: 'mine', base: 'one' });
    expect(answer).toEqual({ saved: false, disk: 'theirs' });
    expect(tree()).toEqual({ 'a.txt': 'theirs' });
    expect(await undo.list()).toEqual([]);
  });

  it('makes a file only where none is', async () => {
    expect(await user.saveText(run, { path: 'a.txt', text: '', base: null })).toEqual({ saved: true });
    expect(await user.saveText(run, { path: 'a.txt', text: 'x', base: null })).toEqual({
      saved: false,
      disk: '',
    });
  });

  it('says that a deleted file is gone, and does not bring it back by itself', async () => {
    expect(await user.saveText(run, { path: 'a.txt', text: 'x', base: 'one' })).toEqual({
      saved: false,
      disk: null,
    });
    expect(tree()).toEqual({});
  });
});

it('a folder is packed without its own name, with empty folders and Unicode names', async () => {
  await put('docs/ü.txt', 'text');
  await user.edit(run, { type: 'make-directory', path: 'docs/empty' });
  const zip = await user.zip('docs');
  const bytes = await zip.text();
  expect(bytes.startsWith('PK')).toBe(true);
  for (const name of ['ü.txt', 'empty/']) expect(bytes).toContain(name);
  expect(bytes).not.toContain('docs');
});
