/** A note about an import whose tab died, with buttons to revert or keep it. */
import { useSignal } from '@preact/signals';
import { keepInterrupted, takeBackInterrupted } from '#src/state/backup/interrupted-import.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
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
      <Button
        kind="text"
        disabled={isWorking.value}
        onClick={() => void attempt(takeBackInterrupted(connection.api, toasts))}
      >
        {t('reminder.take-back')}
      </Button>
      <Button
        kind="text"
        disabled={isWorking.value}
        onClick={() => void attempt(keepInterrupted(connection.api, toasts))}
      >
        {t('reminder.keep')}
      </Button>
    </div>
  );
}
