/** The file changed elsewhere while it was edited: both texts are kept, whichever the user chooses. */
import type { FileEditor } from '#src/state/files/file-editor.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './file.module.css';

export function ConflictNote({ editor }: { editor: FileEditor }) {
  if (!editor.conflict.value) return null;
  return (
    <div class={styles.conflict} role="alert">
      <p>
        <Icon name="alert" />
        {t('files.conflict')}
      </p>
      <p class="hint">{t('files.conflict-hint')}</p>
      <div class="chips">
        <button type="button" class="button" onClick={() => void editor.keepMine()}>
          {t('files.keep-mine')}
        </button>
        <button type="button" class="button" onClick={() => void editor.keepTheirs()}>
          {t('files.keep-theirs')}
        </button>
      </div>
    </div>
  );
}
