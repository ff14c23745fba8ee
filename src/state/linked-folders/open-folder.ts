/** Linking a folder: the user picks it, the engine surveys it, and the user confirms the copy. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { pickFolder } from '#src/page-services/folder-access.ts';
import { newId } from '#shared/ids.ts';
import type { FolderSurvey, LinkedFolderFault } from '#shared/rpc/linked-folder.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { cleanName, freeName } from '../files/file-paths.ts';
import { faultText } from './folder-texts.ts';
import type { LinkedFolders } from './linked-folders.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type FoundFolder = {
  handle: FileSystemDirectoryHandle;
  everything: boolean;
  /** `null` during the survey. */
  survey: FolderSurvey | null;
  fault: LinkedFolderFault | null;
};

export type OpenFolder = {
  found: ReadonlySignal<FoundFolder | null>;
  /** Opens the folder picker; shows a folder that is linked already. Contract: called from a tap or a key. */
  pick(): Promise<void>;
  /** With or without heavy names such as `node_modules`. */
  survey(everything: boolean): Promise<void>;
  copy(): Promise<void>;
  cancel(): void;
};

type OpenFolderDeps = {
  api: {
    linkedFolders: Pick<EngineApi['linkedFolders'], 'survey' | 'link'>;
    files: Pick<EngineApi['files'], 'list'>;
  };
  toasts: Toasts;
  linkedFolders: LinkedFolders;
  /** Navigates to a folder of the workspace. */
  show(name: string): void;
};

/** Longer than any copy takes; the toast is dismissed when it ends. */
const copyingMs = 30 * 60_000;

export function createOpenFolder({ api, toasts, linkedFolders, show }: OpenFolderDeps): OpenFolder {
  const found = signal<FoundFolder | null>(null);

  async function survey(everything: boolean): Promise<void> {
    const { handle } = found.value ?? {};
    if (!handle) return;
    const current = (found.value = { handle, everything, survey: null, fault: null });
    const answer = await toasts.attempt(api.linkedFolders.survey(handle, everything));
    // The user may have picked another folder or cancelled.
    if (found.value !== current) return;
    if (answer?.ok) found.value = { ...current, survey: answer.value };
    else found.value = { ...current, fault: answer?.fault ?? 'failed' };
  }

  async function pick(): Promise<void> {
    const handle = await toasts.attempt(pickFolder());
    if (!handle) return;
    const known = await findSame(handle, linkedFolders);
    if (known) {
      found.value = null;
      return show(known);
    }
    found.value = { handle, everything: false, survey: null, fault: null };
    await survey(false);
  }

  async function copy(): Promise<void> {
    const chosen = found.value;
    if (!chosen) return;
    found.value = null;
    const { handle, everything } = chosen;
    const listed = await toasts.attempt(api.files.list('.'));
    const name = freeName(cleanName(handle.name), listed?.ok ? listed.value.map((each) => each.name) : []);
    const note = toasts.show(t('linked-folders.copying', { name }), undefined, copyingMs);
    const opened = await toasts.attempt(
      api.linkedFolders.link({ handle, name, everything, run: newId('run') }),
    );
    toasts.dismiss(note);
    if (opened && !opened.ok) toasts.show(faultText(opened.fault, handle.name));
    if (!opened?.ok) return;
    show(name);
  }

  return { found, pick, survey, copy, cancel: () => void (found.value = null) };
}

async function findSame(
  handle: FileSystemDirectoryHandle,
  { list }: LinkedFolders,
): Promise<string | undefined> {
  for (const linkedFolder of list.value ?? [])
    if (await linkedFolder.handle.isSameEntry(handle)) return linkedFolder.name;
  return undefined;
}
