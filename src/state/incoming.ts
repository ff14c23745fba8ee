/** Puts what came from outside where the user decides about it: a new chat's field, or the form that imports an agent. */
import { signal } from '@preact/signals';
import { importAgent } from '../shared/import-agent.ts';
import type { AppState } from './app-state.ts';

export type Incoming = { text: string; files: File[] };

/** A definition of an agent is a page of text; what is larger is no such file. */
const mostAgentBytes = 200_000;

/** The definition of an agent, opened with the app; the form that imports it begins with it. */
export const incomingAgent = signal<string | null>(null);

/** Nothing of it is sent: the user reads it in the field first. */
export function receive({ text, files }: Incoming, { router, drafts, intake }: AppState): void {
  router.replace({ view: 'chat', session: null });
  if (text !== '') drafts.restore(null, { text, attachments: [] });
  if (files.length > 0) void intake.add(files);
}

export async function receiveFiles(files: File[], state: AppState): Promise<void> {
  const [first] = files;
  const definition = files.length === 1 && first && first.size <= mostAgentBytes ? await first.text() : '';
  if (!importAgent(definition).ok) return receive({ text: '', files }, state);
  incomingAgent.value = definition;
  state.router.go({ view: 'agents' });
}
