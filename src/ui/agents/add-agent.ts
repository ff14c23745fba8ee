/** Adds an agent that was read from a file, with what the file holds besides, and opens it for review. */
import type { AgentImport, ImportedData } from '#shared/agents/agent-import.ts';
import type { AgentId } from '#shared/ids.ts';
import type { AppState } from '#src/state/app-state.ts';
import { incomingAgent } from '#src/state/incoming.ts';
import { serverSentence } from '#src/state/text/server-sentences.ts';
import { t } from '#src/state/text/text.ts';

/** `definition`: where it was read from. */
export type ReadImport = AgentImport & { definition: string | File };

export async function addAgent(read: ReadImport, app: AppState): Promise<void> {
  const { agents, router, toasts } = app;
  const { draft, data } = read;
  // Nothing is added before all of it can be.
  if (data?.servers.some(({ headers }) => headers.length > 0) && (await isVaultLocked(app))) return;
  const name = draft.name || t('agents.imported-name');
  const saved = await agents.save({ ...draft, name });
  if (!saved) return;
  if (!saved.ok) {
    toasts.show(t('edit.save-failed', { reason: saved.error.message }));
    return;
  }
  const { id } = saved.value;
  if (data) await addData(read, id, app);
  incomingAgent.value = null;
  toasts.show(t('agents.imported', { name }));
  router.go({ view: 'agent', agent: id });
}

async function isVaultLocked({ connection, toasts }: AppState): Promise<boolean> {
  const vault = await toasts.attempt(connection.api.vault.act({ type: 'state' }));
  if (vault?.state === 'locked') toasts.show(serverSentence({ type: 'locked' }), undefined, 12_000);
  return !vault || vault.state === 'locked';
}

async function addData({ definition }: ReadImport, agent: AgentId, app: AppState): Promise<void> {
  const { agents, toasts } = app;
  const answer = await agents.importData(definition, agent);
  if (!answer) return;
  if (!answer.ok) return void toasts.show(t('edit.save-failed', { reason: answer.error.message }));
  const { memories, servers, failed } = answer.value;
  for (const { name, error } of failed)
    toasts.show(t('agents.import-failed', { names: name, reason: serverSentence(error) }), undefined, 12_000);
  if (memories && !memories.ok) {
    const reason = { names: t('agents.import-memories'), reason: memories.error.message };
    toasts.show(t('agents.import-failed', reason), undefined, 12_000);
  }
  const count = memories?.ok ? memories.value.added + memories.value.changed : 0;
  if (count + servers.length === 0) return;
  const undo = { label: t('action.undo'), run: () => void takeBack(answer.value, app) };
  toasts.show(t('agents.imported-data', { memories: count, servers: servers.length }), undo);
}

/** The agent stays: its own screen deletes it. */
async function takeBack(
  { memories, servers }: ImportedData,
  { connection, toasts }: AppState,
): Promise<void> {
  const { memory, mcp } = connection.api;
  if (memories?.ok) await toasts.attempt(memory.undoImport(memories.value.written));
  for (const id of servers) await toasts.attempt(mcp.remove(id));
}
