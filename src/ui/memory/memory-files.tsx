/** Exports memories to a file, and imports them from one. */
import { useRef } from 'preact/hooks';
import type { AppState } from '#src/state/app-state.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { shareOrDownload } from '#src/ui/kit/save-file.ts';

export function ExportButton() {
  const { connection, toasts, viewport } = useApp();
  async function save(): Promise<void> {
    const file = new File([await connection.api.memory.export()], 'oneclaw-memories.json', {
      type: 'application/json',
    });
    await shareOrDownload(file, viewport.isTouch.value);
  }
  return (
    <button type="button" class="button" onClick={() => void toasts.attempt(save())}>
      <Icon name="download" />
      {t('memory.export')}
    </button>
  );
}

export function ImportButton() {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        <Icon name="import" />
        {t('memory.import')}
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          if (file) void importFile(file, app);
        }}
      />
    </>
  );
}

async function importFile(file: File, { connection, toasts }: AppState): Promise<void> {
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
