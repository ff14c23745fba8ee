/** Whether storage is persistent, with a button that asks the browser for it. */
import { useEffect } from 'preact/hooks';
import { assertNever } from '#shared/assert-never.ts';
import type { BackupState } from '#shared/rpc/backup.ts';
import { firstSeen, isOverdue } from '#src/state/backup/backup-reminder.ts';
import type { StorageState } from '#src/state/storage.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatFullTime, formatBytes } from '#src/ui/kit/format-file.ts';
import { Section } from '#src/ui/kit/form/section.tsx';

export function StorageSection({ backup }: { backup: BackupState | null }) {
  const { storage, toasts } = useApp();
  useEffect(() => void toasts.attempt(storage.refresh()), []);
  const persistence = storage.persistence.value;
  const used = storage.usedBytes.value;
  return (
    <Section title={t('settings.storage')}>
      <p class="hint">
        {sentence(persistence)}{' '}
        {used !== null && (
          <span class="numbers">{t('settings.storage-used', { size: formatBytes(used) })}</span>
        )}
      </p>
      {backup?.isWorthwhile && <p class="hint">{backupLine(backup, persistence === 'kept')}</p>}
      {(persistence === 'at-risk' || persistence === 'refused') && (
        <Button onClick={() => void toasts.attempt(storage.ask())}>{t('storage.ask')}</Button>
      )}
    </Section>
  );
}

function backupLine(backup: BackupState, isPersisted: boolean): string {
  const now = Date.now();
  const last =
    backup.last === null ? t('backup.never') : t('backup.last', { date: formatFullTime(backup.last) });
  return isOverdue({ ...backup, isPersisted, since: firstSeen(now), now })
    ? `${last} ${t('backup.due')}`
    : last;
}

function sentence(persistence: StorageState['persistence']['value']): string {
  switch (persistence) {
    case 'unknown':
      return '';
    case 'kept':
      return t('settings.storage-kept');
    case 'at-risk':
      return t('settings.storage-at-risk');
    case 'refused':
      return t('settings.storage-refused');
    default:
      return assertNever(persistence);
  }
}
