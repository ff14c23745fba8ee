/** Export and import of a backup, with a preview before the import. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  createBackup,
  outcomeText,
  type Backup,
  type BackupOutcome,
  type BackupWork,
} from '#src/state/backup/backup.ts';
import { isBackupDue } from '#src/state/backup/backup-due.ts';
import { incomingBackup } from '#src/state/incoming.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { BackupPreview } from './backup-preview.tsx';
import { Feedback } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import styles from './backup.module.css';

export function DataSection({ backup }: { backup: Backup }) {
  const place = useRef<HTMLDivElement>(null);
  const incoming = incomingBackup.value;
  useEffect(() => {
    if (!incoming) return;
    incomingBackup.value = null;
    void backup.read(incoming);
    place.current?.scrollIntoView();
  }, [incoming]);
  useEffect(() => {
    if (isBackupDue.value) place.current?.scrollIntoView();
  }, []);
  const working = backup.work.value;
  const found = backup.found.value;
  useFocusBack(place, working, found !== null);
  return (
    <div ref={place} class={styles.dataPlace}>
      <Section title={t('backup.title')} hint={t('backup.hint')}>
        {found ? (
          <BackupPreview plan={found.plan} backup={backup} />
        ) : (
          <Offers backup={backup} isWorking={working !== null} />
        )}
        {working && (
          <p class="hint" role="status">
            {t(`backup.${working}`)}
          </p>
        )}
        <Feedback state={feedbackOf(backup.outcome.value)} />
      </Section>
    </div>
  );
}

/** A disabled button loses the focus, and so does the closed preview: afterwards it returns here. */
function useFocusBack(place: RefObject<HTMLElement | null>, work: BackupWork | null, isOpen: boolean): void {
  const button = useRef<'export' | 'open' | null>(null);
  useEffect(() => {
    if (work !== null || isOpen) return void (button.current = work === 'exporting' ? 'export' : 'open');
    if (button.current && document.activeElement === document.body)
      place.current
        ?.querySelector<HTMLElement>(`[data-does="${button.current}"]`)
        ?.focus({ preventScroll: true });
    button.current = null;
  }, [work, isOpen]);
}

/** For a screen that shows it in more than one place. */
export function useBackup(): Backup {
  const { connection, toasts } = useApp();
  const [backup] = useState(() => createBackup(connection.api, toasts));
  useEffect(() => void backup.refresh(), []);
  return backup;
}

function Offers({ backup, isWorking }: { backup: Backup; isWorking: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div class="chips">
      <button
        type="button"
        class="button"
        data-does="export"
        disabled={isWorking}
        onClick={() => void backup.export()}
      >
        <Icon name="download" />
        {t('backup.export')}
      </button>
      <button
        type="button"
        class="button"
        data-does="open"
        disabled={isWorking}
        onClick={() => field.current?.click()}
      >
        <Icon name="upload" />
        {t('backup.open')}
      </button>
      <input
        ref={field}
        type="file"
        hidden
        accept=".oneclaw,.zip,application/zip"
        aria-label={t('backup.open')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) void backup.read(file);
        }}
      />
    </div>
  );
}

function feedbackOf(outcome: BackupOutcome | null): { isGood: boolean; text: string } | null {
  if (!outcome) return null;
  if (outcome.type === 'exported')
    return { isGood: true, text: t('backup.exported', { size: formatBytes(outcome.bytes) }) };
  return { isGood: outcome.type === 'imported', text: outcomeText(outcome) };
}
