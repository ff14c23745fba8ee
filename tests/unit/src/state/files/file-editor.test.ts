/** The editor: changes of the user, and concurrent changes by others; neither is ever lost. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SaveAnswer, TextSave } from '#shared/rpc/file-edit.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { createFileEditor } from '#src/state/files/file-editor.ts';
import { storeFileDraft, storedFileDraft, moveFileDrafts } from '#src/state/files/file-drafts.ts';

const path = 'notes/a.txt';
let disk: Map<string, string>;
let shown: string[];
let offered: number;
/** Called before the engine compares with the file on disk. */
let onSave: () => void;

beforeEach(() => {
  storeFileDraft(path, null);
  disk = new Map([[path, 'one']]);
  shown = [];
  offered = 0;
  onSave = () => undefined;
});

async function saveText(_: unknown, { path, text, base }: TextSave): Promise<Fallible<SaveAnswer>> {
  onSave();
  const now = disk.get(path) ?? null;
  if (now !== base && now !== text) return { ok: true, value: { saved: false, disk: now } };
  disk.set(path, text);
  return { ok: true, value: { saved: true } };
}

const open = () =>
  createFileEditor(path, disk.get(path) ?? '', {
    api: {
      files: {
        saveText,
        list: async () => ({
          ok: true,
          value: [...disk.keys()].map((each) => ({
            name: each.split('/').at(-1) ?? '',
            type: 'file' as const,
            size: 0,
            modified: 0,
          })),
        }),
      },
    },
    toasts: { attempt: (work) => work, show: (text) => shown.push(text) },
    offerUndo: () => void offered++,
  });

describe('the editor', () => {
  it('saves what was written, and knows what is saved', async () => {
    const editor = open();
    editor.write('two');
    expect(editor.isDirty.value).toBe(true);
    await editor.save();
    expect([disk.get(path), editor.isDirty.value, storedFileDraft(path)]).toEqual(['two', false, null]);
  });

  it('shows changes by others if nothing is unsaved', () => {
    const editor = open();
    editor.compareWithDisk('theirs');
    expect([editor.field.value, editor.conflict.value, editor.isDirty.value]).toEqual([
      'theirs',
      null,
      false,
    ]);
  });

  it('keeps both versions in a conflict: theirs shown, mine beside it', async () => {
    const editor = open();
    editor.write('mine');
    disk.set(path, 'theirs');
    editor.compareWithDisk('theirs');
    expect([editor.field.value, editor.conflict.value]).toEqual(['mine', { disk: 'theirs' }]);
    await editor.keepTheirs();
    expect([...disk.values()]).toEqual(['theirs', 'mine']);
    expect([editor.field.value, editor.conflict.value, editor.isDirty.value]).toEqual([
      'theirs',
      null,
      false,
    ]);
  });

  it('keeps both versions in a conflict: mine saved, theirs for undo', async () => {
    const editor = open();
    editor.write('mine');
    disk.set(path, 'theirs');
    await editor.save();
    expect([disk.get(path), editor.conflict.value]).toEqual(['theirs', { disk: 'theirs' }]);
    await editor.keepMine();
    expect([disk.get(path), editor.conflict.value, offered]).toEqual(['mine', null, 1]);
  });

  it('does not overwrite another change that arrived while the user decided', async () => {
    const editor = open();
    editor.write('mine');
    disk.set(path, 'theirs');
    editor.compareWithDisk('theirs');
    onSave = () => disk.set(path, 'newer');
    await editor.keepMine();
    expect([disk.get(path), editor.conflict.value]).toEqual(['newer', { disk: 'newer' }]);
  });

  it('keeps text that is typed while it saves', async () => {
    const editor = open();
    editor.write('two');
    onSave = () => editor.write('two and a half');
    await editor.save();
    expect([disk.get(path), editor.field.value, editor.isDirty.value]).toEqual([
      'two',
      'two and a half',
      true,
    ]);
    expect(storedFileDraft(path)).toEqual({ base: 'two', field: 'two and a half' });
  });

  it('is not disturbed by its own save', async () => {
    const editor = open();
    editor.write('two');
    onSave = () => editor.compareWithDisk('two');
    await editor.save();
    expect(editor.conflict.value).toBeNull();
  });

  it('restores unsaved text, and a conflict that arose meanwhile', () => {
    open().write('mine');
    expect(open().field.value).toBe('mine');
    disk.set(path, 'theirs');
    expect(open().conflict.value).toEqual({ disk: 'theirs' });
  });

  it('keeps unsaved text while the file is read-only', () => {
    open().write('mine');
    const deps = {
      api: { files: { saveText, list: () => Promise.reject(new Error()) } },
      offerUndo: () => undefined,
    };
    const toasts = { attempt: <T>(work: Promise<T>) => work, show: () => 0 };
    const reader = createFileEditor(path, 'cut', { ...deps, toasts }, true);
    reader.compareWithDisk('another');
    expect([reader.field.value, storedFileDraft(path)?.field]).toEqual(['another', 'mine']);
  });

  it('follows its folder when that is moved, and only then', () => {
    open().write('mine');
    moveFileDrafts('note', 'x');
    moveFileDrafts('notes', 'old/notes');
    expect([storedFileDraft(path), storedFileDraft('old/notes/a.txt')?.field]).toEqual([null, 'mine']);
    storeFileDraft('old/notes/a.txt', null);
  });

  it('discards unsaved text only on request', () => {
    const editor = open();
    editor.write('mine');
    editor.discard();
    expect([editor.field.value, storedFileDraft(path)]).toEqual(['one', null]);
  });
});
