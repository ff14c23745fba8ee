/** Suggests an overdue backup in one line; a dismissal holds for a month. */
import { dismissReminder } from '#src/state/backup/backup-reminder.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import styles from '#src/ui/kit/bar/banners.module.css';

export function BackupNote() {
  const { router } = useApp();
  return (
    <div class={styles.banner} role="status">
      <p>{t('reminder.backup')}</p>
      <Button kind="text" onClick={() => router.go({ view: 'settings' })}>
        {t('reminder.back-up')}
      </Button>
      <IconButton icon="close" label={t('action.dismiss')} onClick={() => dismissReminder()} />
    </div>
  );
}
