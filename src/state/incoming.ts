/** Shows shared and opened content where the user decides about it: the composer, the agent import, the backup preview. */
import { signal } from '@preact/signals';
import { importAgent } from '#shared/agents/import-agent.ts';
import type { AppState } from './app-state.ts';
import { isLongText } from './chat/long-text.ts';

export type Incoming = { text: string; files: File[] };

/** A backup that was opened with the app or shared with it; Settings shows its preview. */
export const incomingBackup = signal<File | null>(null);

/** Larger files are not read as agent definitions. */
const mostAgentBytes = 200_000;

/** An agent definition that was opened with the app; prefills the import form. */
export const incomingAgent = signal<string | null>(null);

/** Fills the composer of a new chat; never sends. */
export async function receive({ text, files }: Incoming, state: AppState): Promise<void> {
  if (await takeBackup(files, state)) return;
  const { router, drafts, draftInput } = state;
  router.replace({ view: 'chat', session: null });
  if (isLongText(text)) files = [...files, new File([text], 'shared.txt', { type: 'text/plain' })];
  else if (text !== '') drafts.restore(null, { text, attachments: [] });
  if (files.length > 0) void draftInput.add(files);
}

export async function receiveFiles(files: File[], state: AppState): Promise<void> {
  if (await takeBackup(files, state)) return;
  const [first] = files;
  const definition = files.length === 1 && first && first.size <= mostAgentBytes ? await first.text() : '';
  if (!importAgent(definition).ok) return receive({ text: '', files }, state);
  incomingAgent.value = definition;
  state.router.go({ view: 'agents' });
}

/** Agent definitions may have the same extension; a backup is a zip archive and starts with `PK`. */
async function takeBackup([file, ...others]: File[], { router }: AppState): Promise<boolean> {
  if (!file || others.length > 0 || !file.name.endsWith('.oneclaw')) return false;
  if ((await file.slice(0, 2).text()) !== 'PK') return false;
  incomingBackup.value = file;
  router.replace({ view: 'settings' });
  return true;
}
