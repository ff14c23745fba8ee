/** A real folder on its way in: picked by the user, looked through, and copied once they have seen what that means. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { pickFolder } from '#src/page-services/folder-access.ts';
import { newId } from '#shared/ids.ts';
import type { FolderSurvey, MountFault } from '#shared/rpc/linked-folder.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { cleanName, freeName } from '../files/file-paths.ts';
import { faultText } from './folder-texts.ts';
import type { Mounts } from './linked-folders.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type FoundFolder = {
  handle: FileSystemDirectoryHandle;
  everything: boolean;
  /** `null` while it is looked through. */
  survey: FolderSurvey | null;
  fault: MountFault | null;
};

export type OpenFolder = {
  found: ReadonlySignal<FoundFolder | null>;
  /** Asks for a folder; one that is open already is shown. Contract: called from a tap or a key. */
  pick(): Promise<void>;
  /** With or without what programs made or keep. */
  look(everything: boolean): Promise<void>;
  copy(): Promise<void>;
  cancel(): void;
};

type OpenFolderPorts = {
  api: {
    linkedFolders: Pick<EngineApi['linkedFolders'], 'survey' | 'link'>;
    files: Pick<EngineApi['files'], 'list'>;
  };
  toasts: Toasts;
  mounts: Mounts;
  /** Shows a folder of the workspace. */
  show(name: string): void;
};

/** Longer than any copy takes: the note goes with it. */
const copyingMs = 30 * 60_000;

export function createOpenFolder({ api, toasts, mounts, show }: OpenFolderPorts): OpenFolder {
  const found = signal<FoundFolder | null>(null);

  async function look(everything: boolean): Promise<void> {
    const { handle } = found.value ?? {};
    if (!handle) return;
    const looking = (found.value = { handle, everything, survey: null, fault: null });
    const answer = await toasts.attempt(api.linkedFolders.survey(handle, everything));
    // The user may have gone on to something else.
    if (found.value !== looking) return;
    if (answer?.ok) found.value = { ...looking, survey: answer.value };
    else found.value = { ...looking, fault: answer?.fault ?? 'failed' };
  }

  async function pick(): Promise<void> {
    const handle = await toasts.attempt(pickFolder());
    if (!handle) return;
    const known = await findSame(handle, mounts);
    if (known) {
      found.value = null;
      return show(known);
    }
    found.value = { handle, everything: false, survey: null, fault: null };
    await look(false);
  }

  async function copy(): Promise<void> {
    const chosen = found.value;
    if (!chosen) return;
    found.value = null;
    const { handle, everything } = chosen;
    const listed = await toasts.attempt(api.files.list('.'));
    const name = freeName(cleanName(handle.name), listed?.ok ? listed.value.map((each) => each.name) : []);
    const note = toasts.show(t('mounts.copying', { name }), undefined, copyingMs);
    const opened = await toasts.attempt(
      api.linkedFolders.link({ handle, name, everything, run: newId('run') }),
    );
    toasts.dismiss(note);
    if (opened && !opened.ok) toasts.show(faultText(opened.fault, handle.name));
    if (!opened?.ok) return;
    show(name);
  }

  return { found, pick, look, copy, cancel: () => void (found.value = null) };
}

async function findSame(handle: FileSystemDirectoryHandle, { list }: Mounts): Promise<string | undefined> {
  for (const mount of list.value ?? []) if (await mount.handle.isSameEntry(handle)) return mount.name;
  return undefined;
}
