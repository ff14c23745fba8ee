/** A note about an import whose tab died, with buttons to revert or keep it. */
import { useSignal } from '@preact/signals';
import { keepInterrupted, takeBackInterrupted } from '#src/state/backup/interrupted-import.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import styles from '#src/ui/kit/bar/banners.module.css';

export function ImportNote() {
  const { connection, toasts } = useApp();
  const isWorking = useSignal(false);
  async function attempt(work: Promise<void>): Promise<void> {
    isWorking.value = true;
    await work.finally(() => (isWorking.value = false));
  }
  return (
    <div class={styles.banner} role="status">
      <p>{t(isWorking.value ? 'reminder.taking-back' : 'reminder.import')}</p>
      <button
        type="button"
        class="text-button"
        disabled={isWorking.value}
        onClick={() => void attempt(takeBackInterrupted(connection.api, toasts))}
      >
        {t('reminder.take-back')}
      </button>
      <button
        type="button"
        class="text-button"
        disabled={isWorking.value}
        onClick={() => void attempt(keepInterrupted(connection.api, toasts))}
      >
        {t('reminder.keep')}
      </button>
    </div>
  );
}
