/** Shows shared and opened content where the user decides about it: the composer, the agent import, the backup preview. */
import { encryptedMagic } from '#shared/rpc/encrypted-backup.ts';
import { signal } from '@preact/signals';
import type { AppState } from './app-state.ts';
import { loadTexts, t } from './text/text.ts';

export type Incoming = { text: string; files: File[] };

/** A backup that was opened with the app, or shared by another app or site; Settings shows its preview. */
export const incomingBackup = signal<{ file: File; isShared: boolean } | null>(null);

/** How long the note about a shared backup is shown. */
const sharedMs = 60_000;

/** An agent definition that was opened with the app; the import form shows it. */
export const incomingAgent = signal<File | null>(null);

/** Shows what another app or site handed over in a new chat, apart from the draft; never sends. */
export async function receive({ text, files }: Incoming, state: AppState): Promise<void> {
  const backup = await backupIn(files);
  state.router.replace({ view: 'chat', session: null });
  if (!backup) return state.shared.keep(text, files);
  // Any site can post one. The user decides whether even its preview is opened.
  const show = { label: t('action.show'), run: () => showBackup(backup, state, true) };
  await loadTexts('settings');
  state.toasts.show(t('backup.was-shared'), show, sharedMs);
}

export async function receiveFiles(files: File[], state: AppState): Promise<void> {
  const backup = await backupIn(files);
  if (backup) return showBackup(backup, state, false);
  const [first] = files;
  const read = files.length === 1 && first ? await state.agents.read(first) : undefined;
  if (!first || !read?.ok) {
    // The user opened these files with the app: they are attached at once.
    state.router.replace({ view: 'chat', session: null });
    return state.draftInput.add(files);
  }
  incomingAgent.value = first;
  state.router.go({ view: 'agents' });
}

/** Agent definitions may have the same extension; a backup starts as a zip archive or as an encrypted one. */
async function backupIn([file, ...others]: File[]): Promise<File | undefined> {
  if (!file || others.length > 0 || !file.name.endsWith('.oneclaw')) return undefined;
  const start = await file.slice(0, encryptedMagic.length).text();
  return start.startsWith('PK') || start === encryptedMagic ? file : undefined;
}

function showBackup(file: File, { router }: AppState, isShared: boolean): void {
  incomingBackup.value = { file, isShared };
  router.replace({ view: 'settings' });
}
