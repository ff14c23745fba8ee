/** Saves an agent that was read from a file, with the other data of the file, and opens it for review. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import type { AgentImport, ImportedData } from '#shared/agents/agent-import.ts';
import type { AgentId } from '#shared/ids.ts';
import type { AppState } from '#src/state/app-state.ts';
import { incomingAgent } from '#src/state/incoming.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { serverSentence } from '#src/state/text/server-sentences.ts';
import { t } from '#src/state/text/text.ts';

/** `definition`: the text or file from which it was read. */
export type ReadImport = AgentImport & { definition: string | File };

/** Kept while the preview is shown: a retry continues with the agent that the first attempt saved. */
export type ImportAttempt = { agent?: AgentId };

/** Returns false if something was not saved; a toast says why. */
export async function addAgent(read: ReadImport, app: AppState, attempt: ImportAttempt): Promise<boolean> {
  const { router, toasts } = app;
  const { draft, data } = read;
  // The engine checks this too, but only after the agent was saved.
  if (data?.servers.some(({ headers }) => headers.length > 0) && (await isVaultLocked(app))) return false;
  const name = draft.name || t('agents.imported-name');
  const id = await saveOnce({ ...draft, name }, app, attempt);
  if (!id || (data && !(await addData(read, id, app)))) return false;
  incomingAgent.value = null;
  toasts.show(t('agents.imported', { name }));
  router.go({ view: 'agent', agent: id });
  return true;
}

async function saveOnce(
  draft: AgentDraft,
  { agents, toasts }: AppState,
  attempt: ImportAttempt,
): Promise<AgentId | undefined> {
  // The agent of an earlier attempt may have been deleted since.
  const before = agents.find(attempt.agent);
  if (before) return before.id;
  const saved = await agents.save(draft);
  if (saved?.ok) return (attempt.agent = saved.value.id);
  if (saved) toasts.show(t('edit.save-failed', { reason: saved.error.message }));
  return undefined;
}

async function isVaultLocked({ connection, toasts }: AppState): Promise<boolean> {
  const vault = await toasts.attempt(connection.api.vault.act({ type: 'state' }));
  if (vault?.state === 'locked') toasts.show(serverSentence({ type: 'locked' }), undefined, 12_000);
  return !vault || vault.state === 'locked';
}

/** Whether all of it was saved. */
async function addData({ definition }: ReadImport, agent: AgentId, app: AppState): Promise<boolean> {
  const { agents, toasts } = app;
  const answer = await agents.importData(definition, agent);
  if (!answer) return false;
  if (!answer.ok) {
    const { fault, message } = answer.error;
    const isLocked = fault === 'locked';
    const sentence = isLocked
      ? serverSentence({ type: 'locked' })
      : t('edit.save-failed', { reason: message });
    toasts.show(sentence, undefined, 12_000);
    return false;
  }
  const { memories, failed } = answer.value;
  for (const { name, error } of failed)
    toasts.show(t('agents.import-failed', { names: name, reason: serverSentence(error) }), undefined, 12_000);
  if (memories && !memories.ok) {
    const reason = { names: t('agents.import-memories'), reason: memoryErrorText(memories.error.code) };
    toasts.show(t('agents.import-failed', reason), undefined, 12_000);
  }
  showAdded(answer.value, app);
  return failed.length === 0 && memories?.ok !== false;
}

function showAdded(imported: ImportedData, app: AppState): void {
  const { memories, servers, tasks } = imported;
  const report = memories?.ok ? memories.value : { added: 0, changed: 0, unpinned: 0 };
  const count = report.added + report.changed;
  if (count + servers.length + tasks.length === 0) return;
  const lost = report.unpinned > 0 ? ` ${t('memory.import-unpinned', { count: report.unpinned })}` : '';
  const undo = { label: t('action.undo'), run: () => void takeBack(imported, app) };
  const added = t('agents.imported-data', { memories: count, servers: servers.length });
  const planned = tasks.length > 0 ? ` ${t('agents.imported-tasks', { count: tasks.length })}` : '';
  app.toasts.show(added + planned + lost, undo);
}

/** Reverts the import of the data. The agent stays: it can be deleted on its own screen. */
async function takeBack(
  { memories, servers, tasks: planned }: ImportedData,
  { connection, toasts }: AppState,
): Promise<void> {
  const { memory, mcp, tasks } = connection.api;
  if (memories?.ok) await toasts.attempt(memory.undoImport(memories.value.written));
  for (const id of servers) await toasts.attempt(mcp.remove(id));
  for (const id of planned) await toasts.attempt(tasks.remove(id));
}
