/** Under the text: whether it is saved, and the button that saves it. */
import type { FileEditor } from '#src/state/files/file-editor.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { formatBytes, formatTime } from '#src/ui/kit/format-file.ts';
import styles from '../files.module.css';

export function EditorBar({ editor, file: { entry } }: { editor: FileEditor; file: OpenFile }) {
  const isDirty = editor.isDirty.value;
  const isSaving = editor.isSaving.value;
  const facts = `${formatBytes(entry.size)} · ${formatTime(entry.modified)}`;
  return (
    <div class={styles.editorBar}>
      <p class="hint numbers" role="status">
        {isSaving ? t('files.saving') : isDirty ? t('files.unsaved') : t('files.saved', { facts })}
      </p>
      {isDirty && (
        <button type="button" class="text-button" disabled={isSaving} onClick={editor.discard}>
          {t('files.discard')}
        </button>
      )}
      <button
        type="button"
        class="button primary"
        disabled={!isDirty || isSaving || editor.conflict.value !== null}
        onClick={() => void editor.save()}
      >
        {t('files.save')}
      </button>
    </div>
  );
}
