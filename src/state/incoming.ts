/** Shows shared and opened content where the user decides about it: the composer, the agent import, the backup preview. */
import { encryptedMagic } from '#shared/rpc/encrypted-backup.ts';
import { signal } from '@preact/signals';
import type { AppState } from './app-state.ts';

export type Incoming = { text: string; files: File[] };

/** A backup that was opened with the app, or shared by another app or site; Settings shows its preview. */
export const incomingBackup = signal<{ file: File; isShared: boolean } | null>(null);

/** An agent definition that was opened with the app; the import form shows it. */
export const incomingAgent = signal<File | null>(null);

/** Shows what another app or site handed over in a new chat, apart from the draft; never sends. */
export async function receive({ text, files }: Incoming, state: AppState): Promise<void> {
  if (await takeBackup(files, state, true)) return;
  state.router.replace({ view: 'chat', session: null });
  state.shared.keep(text, files);
}

export async function receiveFiles(files: File[], state: AppState): Promise<void> {
  if (await takeBackup(files, state, false)) return;
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
async function takeBackup(
  [file, ...others]: File[],
  { router }: AppState,
  isShared: boolean,
): Promise<boolean> {
  if (!file || others.length > 0 || !file.name.endsWith('.oneclaw')) return false;
  const start = await file.slice(0, encryptedMagic.length).text();
  if (!start.startsWith('PK') && start !== encryptedMagic) return false;
  incomingBackup.value = { file, isShared };
  router.replace({ view: 'settings' });
  return true;
}
