/**
 * Writes, reads and imports backups, and rolls imports back; faults are returned as values. Loaded at first
 * use.
 */
import type {
  BackupAnswer,
  BackupFault,
  BackupPlan,
  BackupReport,
  ExistingChoice,
  TakeBackReport,
  BackupProgressEvent,
  BackupStage,
} from '#shared/rpc/backup.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { BackupDeps, Progress } from './deps.ts';
import { BackupError } from './format.ts';
import { ImportError, importBackup } from './import-backup.ts';
import { lastNote } from './import-journal.ts';
import { readBackup } from './read-backup.ts';
import { rollBackImport } from './roll-back-import.ts';
import { writeBackup } from './write-backup.ts';
import type { RunId } from '#shared/ids.ts';
import { restoreFiles } from '#workers/storage/undo/restore-files.ts';
import { readChanges } from '#workers/storage/undo/run-changes.ts';
import type { UndoDeps } from '#workers/storage/undo/undo.ts';
import { noRecorder } from '#workers/storage/workspace/change-recorder.ts';
import { childOf } from '#workers/storage/workspace/entries.ts';
import { lockAll } from '#workers/storage/workspace/workspace-locks.ts';

export type Backups = {
  write(passphrase?: string): Promise<BackupAnswer<Blob>>;
  read(file: Blob, passphrase?: string): Promise<BackupAnswer<BackupPlan>>;
  import(file: Blob, existing: ExistingChoice, passphrase?: string): Promise<BackupAnswer<BackupReport>>;
  takeBack(): Promise<BackupAnswer<TakeBackReport>>;
};

export function createBackups(deps: BackupDeps): Backups {
  return {
    write: (passphrase) => answer(() => writeBackup(deps, passphrase)),
    read: (file, passphrase) => answer(async () => (await readBackup(file, passphrase, deps)).plan),
    import: (file, existing, passphrase) =>
      answer(async () => importBackup(await readBackup(file, passphrase, deps), existing, deps)),
    takeBack: () =>
      answer(async () => {
        const note = await lastNote(deps.database);
        return note ? rollBackImport(note, deps) : { kept: 0 };
      }),
  };
}

async function answer<T>(work: () => Promise<T>): Promise<BackupAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const fault = faultOf(error instanceof ImportError ? error.cause : error);
    if (fault.type === 'failed') console.warn(error);
    return { ok: false, fault, ...(error instanceof ImportError && { left: error.left }) };
  }
}

function faultOf(error: unknown): BackupFault {
  if (error instanceof BackupError) return error.fault;
  const isFull =
    (error instanceof ToolError && error.type === 'storage_full') ||
    (error instanceof DOMException && error.name === 'QuotaExceededError');
  return { type: isFull ? 'no_room' : 'failed' };
}

/**
 * Rolls back the files of an import. Records no undo data: storage may be full. Resolves to how many files stay: changed since. Throws if others could not be
 * rolled back.
 */
export function rollBackFiles({ workspace, undo, lock }: UndoDeps, run: RunId): Promise<number> {
  return lockAll(lock, async () => {
    const folder = await childOf(undo, run);
    // The import had no files, or their records have expired.
    if (folder?.kind !== 'directory') return 0;
    const own = (await readChanges(workspace, folder)).filter(({ conflict }) => !conflict);
    await restoreFiles({ root: workspace, lock, recorder: noRecorder }, own);
    const left = await readChanges(workspace, folder);
    // Otherwise the undo record stays, so that the user can still undo the rest.
    if (left.length === 0) await undo.removeEntry(run, { recursive: true }).catch(console.warn);
    return left.filter(({ current }) => current?.kind === 'file').length;
  });
}

/** Minimum interval of progress events. */
const progressMs = 100;

/** Tells the page how far a backup is. */
export function createProgress(
  stage: BackupStage,
  total: number,
  post: (event: BackupProgressEvent) => void,
): Progress {
  let [done, told] = [0, -Infinity];
  function tell(): void {
    told = performance.now();
    // Some parts of an archive are read twice.
    post({ type: 'backup-progress', stage, done: total > 0 ? Math.min(done, total) : done, total });
  }
  tell();
  return {
    add(amount) {
      done += amount;
      if (performance.now() - told >= progressMs) tell();
    },
    end() {
      done = Math.max(done, total);
      tell();
    },
  };
}
