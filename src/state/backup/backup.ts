/** Backups on the page: exports to a file; reads a file for a preview, then imports it. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type {
  BackupAnswer,
  BackupFault,
  BackupPlan,
  BackupReport,
  BackupState,
  ExistingChoice,
} from '#shared/rpc/backup.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { isBackupDue } from './backup-due.ts';
import { saveBlob } from '../files/file-export.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';
import { version } from '../version.ts';

export type BackupWork = 'exporting' | 'reading' | 'importing';
export type BackupOutcome =
  | { type: 'exported'; bytes: number }
  | { type: 'imported'; report: BackupReport }
  | { type: 'failed'; fault: BackupFault; added: BackupReport | undefined };

export type Backup = {
  work: ReadonlySignal<BackupWork | null>;
  outcome: ReadonlySignal<BackupOutcome | null>;
  /** A file that was read and awaits confirmation. */
  found: ReadonlySignal<{ file: Blob; plan: BackupPlan } | null>;
  state: ReadonlySignal<BackupState | null>;
  refresh(): Promise<void>;
  export(): Promise<void>;
  read(file: Blob): Promise<void>;
  import(existing: ExistingChoice): Promise<void>;
  cancel(): void;
};

type BackupApi = { backup: Pick<EngineApi['backup'], 'export' | 'read' | 'import' | 'state'> };

export function createBackup(api: BackupApi, toasts: Pick<Toasts, 'attempt'>): Backup {
  const work = signal<BackupWork | null>(null);
  const outcome = signal<BackupOutcome | null>(null);
  const found = signal<{ file: Blob; plan: BackupPlan } | null>(null);
  const state = signal<BackupState | null>(null);

  /** Sets `work` while it runs; a fault becomes the outcome. */
  async function attempt<T>(
    kind: BackupWork,
    answer: Promise<BackupAnswer<T>>,
    onValue: (value: T) => void,
  ): Promise<void> {
    work.value = kind;
    outcome.value = null;
    const done = await toasts.attempt(answer);
    work.value = null;
    if (done?.ok) onValue(done.value);
    else if (done) outcome.value = { type: 'failed', fault: done.fault, added: done.added };
  }

  async function refresh(): Promise<void> {
    state.value = (await toasts.attempt(api.backup.state())) ?? state.value;
  }

  return {
    ...{ work, outcome, found, state, refresh },
    async export() {
      await attempt('exporting', api.backup.export(version), (blob) => {
        saveBlob(blob, `oneclaw-${new Date().toISOString().slice(0, 10)}.oneclaw`);
        outcome.value = { type: 'exported', bytes: blob.size };
        isBackupDue.value = false;
      });
      await refresh();
    },
    async read(file) {
      found.value = null;
      await attempt('reading', api.backup.read(file), (plan) => (found.value = { file, plan }));
    },
    async import(existing) {
      const chosen = found.value;
      if (!chosen) return;
      await attempt('importing', api.backup.import(chosen.file, existing), (report) => {
        outcome.value = { type: 'imported', report };
      });
      found.value = null;
    },
    cancel: () => void (found.value = null),
  };
}

/** What happened, and what to do about it, as an i18n text. */
export function outcomeText(outcome: Exclude<BackupOutcome, { type: 'exported' }>): string {
  if (outcome.type === 'imported') {
    const { run: _, calls: __, ...counts } = outcome.report;
    const done = t('backup.done', counts);
    return counts.providers > 0 ? `${done} ${t('backup.enter-keys')}` : done;
  }
  const { fault, added } = outcome;
  const what = t(`backup.fault-${fault.type}`, { part: fault.part ?? t('backup.its-whole') });
  const isTouched = added && (added.run ?? added.sessions + added.files + added.agents + added.providers > 0);
  const then = isTouched
    ? t('backup.partly', { sessions: added.sessions, files: added.files })
    : t('backup.untouched');
  return `${what} ${then}`;
}
