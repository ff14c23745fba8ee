/** Editing a text file that tools or other tabs may change meanwhile: a conflict never loses either text. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { newId, type RunId } from '#shared/ids.ts';
import type { SaveAnswer } from '#shared/rpc/file-edit.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { FileActions } from './file-actions.ts';
import { storeFileDraft, storedFileDraft } from './file-drafts.ts';
import { fileErrorText } from './file-errors.ts';
import { freeName, joinPath, baseName, parentOf } from './file-paths.ts';
import { fromField, toField } from './file-text.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type FileEditor = {
  field: ReadonlySignal<string>;
  isDirty: ReadonlySignal<boolean>;
  isSaving: ReadonlySignal<boolean>;
  /** A change on disk that this edit did not expect; `disk` is `null` if the file is gone or is no text. */
  conflict: ReadonlySignal<{ disk: string | null } | null>;
  write(field: string): void;
  /** `disk`: the stored text now. Shown if nothing is unsaved, otherwise a conflict. */
  compareWithDisk(disk: string): void;
  save(): Promise<void>;
  /** Resolves the conflict with the user's text; Undo brings the other one back. */
  keepMine(): Promise<void>;
  /** Resolves the conflict with the text on disk; the user's goes into a new file beside it. */
  keepTheirs(): Promise<void>;
  /** Drops the user's changes. */
  discard(): void;
};

export type FileEditorDeps = {
  api: { files: Pick<EngineApi['files'], 'saveText' | 'list'> };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  offerUndo: FileActions['offerUndo'];
};

export function createFileEditor(
  path: string,
  disk: string,
  deps: FileEditorDeps,
  isReadOnly = false,
): FileEditor {
  const edited = openEditedText(path, disk, isReadOnly);
  const { base, field, isDirty, write } = edited;
  const isSaving = signal(false);
  const conflict = signal<{ disk: string | null } | null>(null);
  const name = baseName(path);

  function compareWithDisk(now: string): void {
    if (isSaving.value) return;
    if (now === base.value) conflict.value = null;
    else if (isDirty.value && edited.text() !== now) conflict.value = { disk: now };
    else show(now);
  }

  function show(now: string): void {
    edited.reset(now);
    conflict.value = null;
  }

  /** Returns the run of the change, or undefined if nothing was written. `over`: the text expected on disk. */
  async function store(over: string | null): Promise<RunId | undefined> {
    if (isSaving.value) return undefined;
    const written = edited.text();
    isSaving.value = true;
    const answer = await saveText(path, written, over, deps);
    isSaving.value = false;
    if (!answer) return undefined;
    if (answer.saved) edited.stored(written);
    conflict.value = answer.saved ? null : { disk: answer.disk };
    return answer.saved ? answer.run : undefined;
  }

  // The base of a draft may be older than the disk.
  compareWithDisk(disk);
  return {
    ...{ field, isDirty, isSaving, conflict, write, compareWithDisk },
    async save() {
      if (isDirty.value) await store(base.value);
    },
    async keepMine() {
      const run = await store(conflict.value?.disk ?? null);
      if (run) deps.offerUndo(run, t('files.kept-mine', { name }));
    },
    async keepTheirs() {
      const theirs = conflict.value?.disk;
      const copy = await storeCopy(path, edited.text(), deps);
      if (copy === undefined) return;
      show(theirs ?? '');
      deps.toasts.show(t('files.kept-copy', { name: copy }));
    },
    discard: () => show(conflict.value?.disk ?? base.value ?? ''),
  };
}

/** The text in the editor and the stored text it began from, `null` if there was none. Unsaved changes are kept as a draft. */
function openEditedText(path: string, disk: string, isReadOnly: boolean) {
  const draft = isReadOnly ? null : storedFileDraft(path);
  const base = signal<string | null>(draft ? draft.base : disk);
  const field = signal(draft?.field ?? toField(disk));
  const isDirty = computed(() => base.value === null || field.value !== toField(base.value));

  function keepDraft(): void {
    // While the file is read-only, a draft from before stays as it is.
    if (!isReadOnly) storeFileDraft(path, isDirty.value ? { base: base.value, field: field.value } : null);
  }

  return {
    ...{ base, field, isDirty },
    text: () => fromField(field.value, base.value ?? ''),
    write(next: string): void {
      field.value = next;
      keepDraft();
    },
    reset(to: string): void {
      base.value = to;
      field.value = toField(to);
      keepDraft();
    },
    /** `written` is now on disk; the user may have typed more since, so the field stays. */
    stored(written: string): void {
      base.value = written;
      keepDraft();
    },
  };
}

/** Returns the name of the copy. */
async function storeCopy(path: string, text: string, deps: FileEditorDeps): Promise<string | undefined> {
  const { api, toasts } = deps;
  const folder = parentOf(path);
  const listed = await toasts.attempt(api.files.list(folder || '.'));
  if (!listed) return undefined;
  const name = freeName(baseName(path), listed.ok ? listed.value.map((entry) => entry.name) : []);
  const answer = await saveText(joinPath(folder, name), text, null, deps);
  if (answer && !answer.saved) toasts.show(t('files.error-taken', { name }));
  return answer?.saved ? name : undefined;
}

/** Returns undefined after an error, which is shown as a toast. */
async function saveText(
  path: string,
  text: string,
  base: string | null,
  { api, toasts }: FileEditorDeps,
): Promise<(SaveAnswer & { run: RunId }) | undefined> {
  const run = newId('run');
  const answer = await toasts.attempt(api.files.saveText(run, { path, text, base }));
  if (answer && !answer.ok) toasts.show(fileErrorText(answer.error, baseName(path)));
  return answer?.ok ? { ...answer.value, run } : undefined;
}
