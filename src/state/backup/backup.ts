/** Backups on the page: exports to a file; reads a file for a preview, imports it, and takes an import back. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type {
  BackupAnswer,
  BackupFault,
  BackupPlan,
  BackupProgressEvent,
  BackupReport,
  BackupState,
  ExistingChoice,
  TakeBackReport,
} from '#shared/rpc/backup.ts';
import { minPassphraseLength } from '#shared/rpc/vault.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { isBackupDue, isImportInterrupted } from './backup-due.ts';
import { takenBackText } from './interrupted-import.ts';
import { saveBlob } from '../files/file-export.ts';
import { t, toKey } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';
import { version } from '../version.ts';

export type BackupWork = 'exporting' | 'reading' | 'importing' | 'taking-back';
export type BackupOutcome =
  | { type: 'exported'; bytes: number }
  | { type: 'imported'; report: BackupReport }
  | { type: 'taken-back'; report: TakeBackReport }
  | { type: 'failed'; fault: BackupFault; left: BackupReport | undefined };

export type Backup = {
  work: ReadonlySignal<BackupWork | null>;
  /** Progress of the work; null until the engine reports any. */
  progress: ReadonlySignal<Omit<BackupProgressEvent, 'type'> | null>;
  outcome: ReadonlySignal<BackupOutcome | null>;
  /** A file that was read and awaits confirmation. */
  found: ReadonlySignal<FoundBackup | null>;
  /** A file that awaits its passphrase. */
  locked: ReadonlySignal<Blob | null>;
  state: ReadonlySignal<BackupState | null>;
  refresh(): Promise<void>;
  export(passphrase?: string): Promise<void>;
  /** Resolves to false if the passphrase is missing or wrong: the file then becomes `locked`. */
  read(file: Blob, passphrase?: string): Promise<boolean>;
  import(existing: ExistingChoice): Promise<void>;
  takeBack(): Promise<void>;
  keepImport(): Promise<void>;
  cancel(): void;
  /** Takes the progress from the events of the engine. */
  fold(events: readonly EngineEvent[]): void;
};

type FoundBackup = { file: Blob; plan: BackupPlan; passphrase: string | undefined };
type BackupApi = Pick<EngineApi, 'backup'>;

export function createBackup(api: BackupApi, toasts: Pick<Toasts, 'attempt'>): Backup {
  const { attempt, clear, ...shown } = createWork(toasts);
  const found = signal<FoundBackup | null>(null);
  const locked = signal<Blob | null>(null);
  const state = signal<BackupState | null>(null);

  async function refresh(): Promise<void> {
    state.value = (await toasts.attempt(api.backup.state())) ?? state.value;
    isImportInterrupted.value = state.value?.lastImport?.state === 'interrupted';
  }

  return {
    ...{ ...shown, found, locked, state, refresh },
    async export(passphrase) {
      await attempt('exporting', api.backup.export(version, passphrase), (blob) => {
        saveBlob(blob, `oneclaw-${new Date().toISOString().slice(0, 10)}.oneclaw`);
        isBackupDue.value = false;
        return { type: 'exported', bytes: blob.size };
      });
      await refresh();
    },
    async read(file, passphrase) {
      found.value = null;
      await attempt('reading', api.backup.read(file, passphrase), (plan) => {
        found.value = { file, plan, passphrase };
        return null;
      });
      const fault = shown.outcome.value?.type === 'failed' ? shown.outcome.value.fault.type : undefined;
      const isLocked = fault === 'passphrase' || (fault === 'wrong_passphrase' && passphrase !== undefined);
      locked.value = isLocked ? file : null;
      // The form shows this fault at its field.
      if (isLocked) clear();
      return !isLocked;
    },
    async import(existing) {
      const chosen = found.value;
      if (!chosen) return;
      const answer = api.backup.import(chosen.file, existing, chosen.passphrase);
      await attempt('importing', answer, (report) => ({ type: 'imported', report }));
      found.value = null;
      await refresh();
    },
    async takeBack() {
      await attempt('taking-back', api.backup.takeBack(), (report) => ({ type: 'taken-back', report }));
      await refresh();
    },
    async keepImport() {
      await toasts.attempt(api.backup.keepImport());
      await refresh();
    },
    cancel() {
      found.value = null;
      locked.value = null;
    },
  };
}

type Work = Pick<Backup, 'work' | 'progress' | 'outcome' | 'fold'> & {
  clear(): void;
  attempt<T>(
    kind: BackupWork,
    answer: Promise<BackupAnswer<T>>,
    onValue: (value: T) => BackupOutcome | null,
  ): Promise<void>;
};

/** The current work: its kind, its progress and its outcome. */
function createWork(toasts: Pick<Toasts, 'attempt'>): Work {
  const work = signal<BackupWork | null>(null);
  const progress = signal<Omit<BackupProgressEvent, 'type'> | null>(null);
  const outcome = signal<BackupOutcome | null>(null);
  return {
    ...{ work, progress, outcome },
    clear: () => void (outcome.value = null),
    async attempt(kind, answer, onValue) {
      work.value = kind;
      progress.value = null;
      outcome.value = null;
      const done = await toasts.attempt(answer);
      work.value = null;
      if (done?.ok) outcome.value = onValue(done.value);
      else if (done) outcome.value = { type: 'failed', fault: done.fault, left: done.left };
    },
    fold(events) {
      for (const event of events)
        if (event.type === 'backup-progress' && work.value !== null) progress.value = event;
    },
  };
}

/** The outcome and advice, as an i18n text. */
export function outcomeText(outcome: Exclude<BackupOutcome, { type: 'exported' }>): string {
  if (outcome.type === 'taken-back') return takenBackText(outcome.report);
  if (outcome.type === 'imported') return importedText(outcome.report);
  const { fault, left } = outcome;
  const what = t(`backup.fault-${toKey(fault.type)}`, {
    part: fault.part ?? t('backup.its-whole'),
    count: minPassphraseLength,
  });
  return `${what} ${left ? t('backup.left') : t('backup.untouched')}`;
}

function importedText({ counts }: BackupReport): string {
  const names = Object.keys(counts) as (keyof typeof counts)[];
  if (names.length === 0) return t('backup.nothing');
  const list = names.map((name) => `${t(`backup.part-${name}`)}: ${counts[name] ?? 0}`).join(' · ');
  const done = t('backup.imported', { list });
  return counts.providers ? `${done} ${t('backup.enter-keys')}` : done;
}
