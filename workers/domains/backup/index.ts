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
} from '#shared/rpc/backup.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { BackupDeps } from './deps.ts';
import { BackupError } from './format.ts';
import { ImportError, importBackup } from './import-backup.ts';
import { lastNote } from './import-journal.ts';
import { readBackup } from './read-backup.ts';
import { rollBackImport } from './roll-back-import.ts';
import { writeBackup } from './write-backup.ts';

export { rollBackFiles } from './roll-back-files.ts';

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
