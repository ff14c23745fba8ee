/** A text that is edited while others may write the same file: neither side is ever lost. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { newId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { FileActions } from './file-actions.ts';
import { keepFileDraft, keptFileDraft } from './file-drafts.ts';
import { fileErrorText } from './file-errors.ts';
import { freeName, joinPath, nameOf, parentOf } from './file-paths.ts';
import { fromField, toField } from './file-text.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type FileEditor = {
  field: ReadonlySignal<string>;
  isDirty: ReadonlySignal<boolean>;
  isSaving: ReadonlySignal<boolean>;
  /** What somebody else wrote under our hands; `null` in it where that is no text, or nothing. */
  conflict: ReadonlySignal<{ disk: string | null } | null>;
  write(field: string): void;
  /** What is on the disk now. */
  meet(disk: string): void;
  save(): Promise<void>;
  /** Over what the others wrote, which Undo brings back. */
  keepMine(): Promise<void>;
  /** What the user wrote goes into a file beside it. */
  keepTheirs(): Promise<void>;
  /** Back to what is on the disk. */
  discard(): void;
};

export type FileEditorPorts = {
  api: { files: Pick<EngineApi['files'], 'saveText' | 'list'> };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  offerUndo: FileActions['offerUndo'];
};

export function createFileEditor(
  path: string,
  disk: string,
  ports: FileEditorPorts,
  isReadOnly = false,
): FileEditor {
  const draft = isReadOnly ? null : keptFileDraft(path);
  const base = signal<string | null>(draft ? draft.base : disk);
  const field = signal(draft?.field ?? toField(disk));
  const isSaving = signal(false);
  const conflict = signal<{ disk: string | null } | null>(null);
  const isDirty = computed(() => base.value === null || field.value !== toField(base.value));
  const name = nameOf(path);

  const text = () => fromField(field.value, base.value ?? '');
  function keep(): void {
    // A draft waits until its text can be written again.
    if (!isReadOnly) keepFileDraft(path, isDirty.value ? { base: base.value, field: field.value } : null);
  }

  function meet(now: string): void {
    if (isSaving.value) return;
    if (now === base.value) conflict.value = null;
    else if (isDirty.value && text() !== now) conflict.value = { disk: now };
    else show(now);
  }

  function show(now: string): void {
    base.value = now;
    field.value = toField(now);
    conflict.value = null;
    keep();
  }

  /** The run that wrote it, or nothing where it was not written. */
  async function store(over: string | null) {
    if (isSaving.value) return undefined;
    const run = newId('run');
    const written = text();
    isSaving.value = true;
    const answer = await ports.toasts.attempt(
      ports.api.files.saveText(run, { path, text: written, base: over }),
    );
    isSaving.value = false;
    if (answer && !answer.ok) ports.toasts.show(fileErrorText(answer.error, name));
    if (!answer?.ok) return undefined;
    if (!answer.value.saved) {
      conflict.value = { disk: answer.value.disk };
      return undefined;
    }
    base.value = written;
    conflict.value = null;
    // More may have been typed meanwhile.
    keep();
    return run;
  }

  async function keepTheirs(): Promise<void> {
    const theirs = conflict.value?.disk;
    const copy = await storeCopy(path, text(), ports);
    if (copy === undefined) return;
    show(theirs ?? '');
    ports.toasts.show(t('files.kept-copy', { name: copy }));
  }

  // What was kept may be older than the disk.
  if (draft) meet(disk);
  return {
    ...{ field, isDirty, isSaving, conflict, meet, keepTheirs },
    write(next) {
      field.value = next;
      keep();
    },
    async save() {
      if (isDirty.value) await store(base.value);
    },
    async keepMine() {
      const run = await store(conflict.value?.disk ?? null);
      if (run) ports.offerUndo(run, t('files.kept-mine', { name }));
    },
    discard: () => show(conflict.value?.disk ?? base.value ?? ''),
  };
}

/** Returns the name of the copy. */
async function storeCopy(path: string, text: string, ports: FileEditorPorts): Promise<string | undefined> {
  const { api, toasts } = ports;
  const folder = parentOf(path);
  const listed = await toasts.attempt(api.files.list(folder || '.'));
  if (!listed) return undefined;
  const name = freeName(nameOf(path), listed.ok ? listed.value.map((entry) => entry.name) : []);
  const answer = await toasts.attempt(
    api.files.saveText(newId('run'), { path: joinPath(folder, name), text, base: null }),
  );
  if (answer?.ok && answer.value.saved) return name;
  if (answer) toasts.show(answer.ok ? t('files.error-taken', { name }) : fileErrorText(answer.error, name));
  return undefined;
}
