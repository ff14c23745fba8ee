/** Below the changes: the number ticked, and the push button. */
import type { FolderReview } from '#src/state/linked-folders/folder-review.ts';
import { t } from '#src/state/text/text.ts';
import styles from '../files.module.css';

export function WriteBar({ state, count }: { state: FolderReview; count: number }) {
  const chosen = state.chosen.value.length;
  const isWriting = state.work.value === 'pushing';
  return (
    <div class={styles.editorBar} data-bar="write">
      <p class="hint numbers">{t('linked-folders.chosen', { chosen, count })}</p>
      <button
        type="button"
        class="button primary"
        disabled={chosen === 0 || state.work.value !== null}
        onClick={() => void state.push()}
      >
        {t(isWriting ? 'linked-folders.writing' : 'linked-folders.write')}
      </button>
    </div>
  );
}
