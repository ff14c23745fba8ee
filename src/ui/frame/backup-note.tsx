/** Asks for a backup in one line, where it is long overdue; a no holds for a month. */
import { dismissReminder } from '../../state/backup-reminder.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { IconButton } from '../parts/icon-button.tsx';

export function BackupNote() {
  const { router } = useApp();
  return (
    <div class="banner" role="status">
      <p>{t('backup.note')}</p>
      <button type="button" class="text-button" onClick={() => router.go({ view: 'settings' })}>
        {t('backup.note-action')}
      </button>
      <IconButton icon="close" label={t('action.dismiss')} onClick={() => dismissReminder()} />
    </div>
  );
}
