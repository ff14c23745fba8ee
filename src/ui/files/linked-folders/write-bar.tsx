/** Under the changes: how many are ticked, and the button that writes them. */
import type { MountState } from '#src/state/linked-folders/folder-review.ts';
import { t } from '#src/state/text/text.ts';

export function WriteBar({ state, count }: { state: MountState; count: number }) {
  const chosen = state.chosen.value.length;
  const isWriting = state.work.value === 'writing';
  return (
    <div class="editor-bar">
      <p class="hint numbers">{t('mounts.chosen', { chosen, count })}</p>
      <button
        type="button"
        class="button primary"
        disabled={chosen === 0 || state.work.value !== null}
        onClick={() => void state.write()}
      >
        {t(isWriting ? 'mounts.writing' : 'mounts.write')}
      </button>
    </div>
  );
}
