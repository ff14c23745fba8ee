/** File operations of the user: each is a run of its own, so that it can be undone. */
import type { EngineApi } from '#shared/api/index.ts';
import type { FileEdit } from '#shared/rpc/file-edit.ts';
import { newId, type RunId } from '#shared/ids.ts';
import type { Changes } from '../chat/changes.ts';
import { moveFileDrafts } from './file-drafts.ts';
import { fileErrorText } from './file-errors.ts';
import { baseName, parentOf } from './file-paths.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type FileActions = {
  /** All return whether it worked; a failure has been shown in a toast. */
  createFile(path: string): Promise<boolean>;
  createFolder(path: string): Promise<boolean>;
  /** Moves or renames; `to` is the full new path. */
  move(from: string, to: string): Promise<boolean>;
  remove(path: string): Promise<boolean>;
  /** Shows a toast with an Undo button. */
  offerUndo(run: RunId, text: string): void;
};

type FileActionsDeps = {
  api: { files: Pick<EngineApi['files'], 'edit' | 'saveText'> };
  changes: Pick<Changes, 'undo'>;
  toasts: Pick<Toasts, 'attempt' | 'show'>;
};

export function createFileActions({ api, changes, toasts }: FileActionsDeps): FileActions {
  async function edit(change: FileEdit, name: string): Promise<RunId | undefined> {
    const run = newId('run');
    const answer = await toasts.attempt(api.files.edit(run, change));
    if (answer?.ok) return run;
    if (answer) toasts.show(fileErrorText(answer.error, name));
    return undefined;
  }

  async function undo(run: RunId): Promise<void> {
    const left = await changes.undo(run);
    if (left.length > 0) toasts.show(t('files.undo-left', { name: left.join(', ') }));
  }

  function offerUndo(run: RunId, text: string): void {
    toasts.show(text, { label: t('action.undo'), run: () => void undo(run) });
  }

  /** `done`: the text of the undo toast; absent if no toast is needed. */
  async function change(change: FileEdit, name: string, done?: string): Promise<boolean> {
    const run = await edit(change, name);
    if (run && done) offerUndo(run, done);
    return run !== undefined;
  }

  /** `base: null`: never overwrites a file that an agent created meanwhile. */
  async function createFile(path: string): Promise<boolean> {
    const name = baseName(path);
    const answer = await toasts.attempt(api.files.saveText(newId('run'), { path, text: '', base: null }));
    if (answer && !answer.ok) toasts.show(fileErrorText(answer.error, name));
    if (answer?.ok && !answer.value.saved) toasts.show(t('files.error-taken', { name }));
    return answer?.ok === true && answer.value.saved;
  }

  return {
    createFile,
    createFolder: (path) => change({ type: 'make-directory', path }, baseName(path)),
    async move(from, to) {
      const name = baseName(to);
      const isRenamed = parentOf(from) === parentOf(to);
      const folder = baseName(parentOf(to)) || t('files.title');
      const text = isRenamed ? t('files.renamed', { name }) : t('files.moved', { name, folder });
      const isMoved = await change({ type: 'move', from, to }, name, text);
      if (isMoved) moveFileDrafts(from, to);
      return isMoved;
    },
    remove(path) {
      const name = baseName(path);
      return change({ type: 'remove', path }, name, t('files.deleted', { name }));
    },
    offerUndo,
  };
}
