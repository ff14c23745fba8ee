/** Export and import of a backup, with a preview before the import. */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  createBackup,
  outcomeText,
  type Backup,
  type BackupOutcome,
  type BackupWork,
} from '#src/state/backup/backup.ts';
import type { BackupStage } from '#shared/rpc/backup.ts';
import { isBackupDue } from '#src/state/backup/backup-due.ts';
import { incomingBackup } from '#src/state/incoming.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatBytes, formatFullTime } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Progress } from '#src/ui/kit/progress.tsx';
import { BackupPreview } from './backup-preview.tsx';
import { ProtectBackup, UnlockBackup } from './passphrase-forms.tsx';
import { Feedback } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { ImportButton } from '#src/ui/kit/list/file-buttons.tsx';
import styles from './backup.module.css';

/** Pixels above the section when it is scrolled to. */
const gap = 16;

export function DataSection({ backup }: { backup: Backup }) {
  const place = useRef<HTMLDivElement>(null);
  const shared = useSignal<Blob | null>(null);
  const incoming = incomingBackup.value;
  useEffect(() => {
    if (!incoming) return;
    incomingBackup.value = null;
    if (incoming.isShared) shared.value = incoming.file;
    void backup.read(incoming.file);
    scrollTo(place.current);
  }, [incoming]);
  useEffect(() => {
    if (isBackupDue.value) scrollTo(place.current);
  }, []);
  const working = backup.work.value;
  const found = backup.found.value;
  useFocusBack(place, working, found !== null);
  return (
    <div ref={place}>
      <Section title={t('backup.title')} hint={t('backup.hint')}>
        {shared.value && [found?.file, backup.locked.value].includes(shared.value) && (
          <p class={styles.shared}>
            <Icon name="alert" />
            {t('backup.shared')}
          </p>
        )}
        {found && <BackupPreview plan={found.plan} backup={backup} />}
        {!found && <Start backup={backup} isWorking={working !== null} />}
        {working && <WorkProgress backup={backup} working={working} />}
        <Feedback state={feedbackOf(backup.outcome.value)} />
        {!working && !found && <LastImport backup={backup} />}
      </Section>
    </div>
  );
}

/** Not `scrollIntoView`, which would also scroll the frame of the app, so that its top bar disappears. */
function scrollTo(place: HTMLElement | null): void {
  const scroller = place?.closest('.scroller');
  if (place && scroller)
    scroller.scrollTop += place.getBoundingClientRect().top - scroller.getBoundingClientRect().top - gap;
}

const stageOf = {
  exporting: 'writing',
  reading: 'checking',
  importing: 'importing',
  'taking-back': 'taking-back',
} as const satisfies Record<BackupWork, BackupStage>;

/** The current stage of the engine; until it reports one, the first stage of the work. */
function WorkProgress({ backup, working }: { backup: Backup; working: BackupWork }) {
  const { stage, done, total } = backup.progress.value ?? { stage: stageOf[working], done: 0, total: 0 };
  const label = stage === 'taking-back' ? t('reminder.taking-back') : t(`backup.${stage}`);
  return (
    <div role="status" class={styles.work}>
      <Progress label={label} done={done} total={total} />
    </div>
  );
}

/** An import can be reverted as long as its records are kept; an interrupted one must be reverted or kept. */
function LastImport({ backup }: { backup: Backup }) {
  const last = backup.state.value?.lastImport;
  if (!last || last.state === 'running') return null;
  const isInterrupted = last.state === 'interrupted';
  return (
    <div class={styles.lastImport}>
      <p class="hint">
        {isInterrupted ? t('reminder.import') : t('backup.last-import', { date: formatFullTime(last.at) })}
      </p>
      <div class="chips">
        <Button data-does="take-back" onClick={() => void backup.takeBack()}>
          {t('reminder.take-back')}
        </Button>
        {isInterrupted && <Button onClick={() => void backup.keepImport()}>{t('reminder.keep')}</Button>}
      </div>
    </div>
  );
}

/**
 * Returns the focus to the button that started the work: it is lost when the button is disabled or the
 * preview closes.
 */
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

/** A hook, because the screen shows the backup in more than one place. */
export function useBackup(): Backup {
  const { connection, toasts } = useApp();
  const [backup] = useState(() => createBackup(connection.api, toasts));
  useEffect(() => {
    void backup.refresh();
    return connection.onEvents(backup.fold);
  }, []);
  return backup;
}

/** The buttons, or a passphrase form. */
function Start({ backup, isWorking }: { backup: Backup; isWorking: boolean }) {
  const isProtecting = useSignal(false);
  const close = () => void (isProtecting.value = false);
  const locked = backup.locked.value;
  if (locked) return <UnlockBackup file={locked} backup={backup} />;
  if (isProtecting.value) return <ProtectBackup backup={backup} onClose={close} />;
  return <Offers backup={backup} isWorking={isWorking} onProtect={() => (isProtecting.value = true)} />;
}

type OffersProps = { backup: Backup; isWorking: boolean; onProtect: () => void };

function Offers({ backup, isWorking, onProtect }: OffersProps) {
  return (
    <div class="chips">
      <Button icon="download" data-does="export" disabled={isWorking} onClick={() => void backup.export()}>
        {t('backup.export')}
      </Button>
      <Button icon="shield" disabled={isWorking} onClick={onProtect}>
        {t('backup.protect')}
      </Button>
      <ImportButton
        label={t('backup.open')}
        icon="upload"
        accept=".oneclaw,.zip,application/zip"
        isDisabled={isWorking}
        does="open"
        onFiles={([file]) => void backup.read(file)}
      />
    </div>
  );
}

function feedbackOf(outcome: BackupOutcome | null): { isGood: boolean; text: string } | null {
  if (!outcome) return null;
  if (outcome.type === 'exported')
    return { isGood: true, text: t('backup.exported', { size: formatBytes(outcome.bytes) }) };
  return { isGood: outcome.type !== 'failed', text: outcomeText(outcome) };
}
