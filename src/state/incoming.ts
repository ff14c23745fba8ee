/** Puts what came from outside where the user decides about it: a new chat's field, or the form that imports an agent. */
import { signal } from '@preact/signals';
import { importAgent } from '#shared/agents/import-agent.ts';
import type { AppState } from './app-state.ts';
import { isLongText } from './chat/long-text.ts';

export type Incoming = { text: string; files: File[] };

/** A backup that was opened with the app or shared with it; Settings shows what is in it, and asks. */
export const incomingBackup = signal<File | null>(null);

/** A definition of an agent is a page of text; what is larger is no such file. */
const mostAgentBytes = 200_000;

/** The definition of an agent, opened with the app; the form that imports it begins with it. */
export const incomingAgent = signal<string | null>(null);

/** Nothing of it is sent: the user reads it in the field first. */
export async function receive({ text, files }: Incoming, state: AppState): Promise<void> {
  if (await takeBackup(files, state)) return;
  const { router, drafts, intake } = state;
  router.replace({ view: 'chat', session: null });
  if (isLongText(text)) files = [...files, new File([text], 'shared.txt', { type: 'text/plain' })];
  else if (text !== '') drafts.restore(null, { text, attachments: [] });
  if (files.length > 0) void intake.add(files);
}

export async function receiveFiles(files: File[], state: AppState): Promise<void> {
  if (await takeBackup(files, state)) return;
  const [first] = files;
  const definition = files.length === 1 && first && first.size <= mostAgentBytes ? await first.text() : '';
  if (!importAgent(definition).ok) return receive({ text: '', files }, state);
  incomingAgent.value = definition;
  state.router.go({ view: 'agents' });
}

/** An agent's definition may have the same ending; an archive begins like one. */
async function takeBackup([file, ...others]: File[], { router }: AppState): Promise<boolean> {
  if (!file || others.length > 0 || !file.name.endsWith('.oneclaw')) return false;
  if ((await file.slice(0, 2).text()) !== 'PK') return false;
  incomingBackup.value = file;
  router.replace({ view: 'settings' });
  return true;
}
