/** Imports memories from a file. */
import type { AppState } from '#src/state/app-state.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';

export async function importMemories(file: File, { connection, toasts }: AppState): Promise<void> {
  const answer = await toasts.attempt(connection.api.memory.import(file));
  if (!answer) return;
  if (!answer.ok) {
    const reason = memoryErrorText(answer.error.code);
    toasts.show(t('memory.import-failed', { reason }), undefined, 12_000);
    return;
  }
  const { added, changed, skipped, unpinned, written } = answer.value;
  const lost = unpinned > 0 ? ` ${t('memory.import-unpinned', { count: unpinned })}` : '';
  const undo = { label: t('action.undo'), run: () => void undoImport() };
  toasts.show(
    t('memory.imported', { added, changed, skipped }) + lost,
    written.length > 0 ? undo : undefined,
  );

  async function undoImport(): Promise<void> {
    const undone = await toasts.attempt(connection.api.memory.undoImport(written));
    if (undone && !undone.ok) toasts.show(memoryErrorText(undone.error.code));
  }
}
