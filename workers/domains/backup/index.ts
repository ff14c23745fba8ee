/** Writes, reads and imports backups; faults are returned as values. Loaded at first use. */
import type {
  BackupAnswer,
  BackupFault,
  BackupPlan,
  BackupReport,
  ExistingChoice,
} from '#shared/rpc/backup.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { BackupError } from './format.ts';
import { importBackup } from './import-backup.ts';
import type { BackupPorts } from './deps.ts';
import { readBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

export { takeBack } from './take-back.ts';

export type Backups = {
  write(): Promise<BackupAnswer<Blob>>;
  read(file: Blob): Promise<BackupAnswer<BackupPlan>>;
  import(file: Blob, existing: ExistingChoice): Promise<BackupAnswer<BackupReport>>;
};

export function createBackups(ports: BackupPorts): Backups {
  return {
    write: () => answer(() => writeBackup(ports)),
    read: (file) => answer(async () => (await readBackup(file, ports)).plan),
    async import(file, existing) {
      const report: BackupReport = {
        sessions: 0,
        agents: 0,
        providers: 0,
        servers: 0,
        files: 0,
        calls: 0,
      };
      const done = await answer(async () =>
        importBackup(await readBackup(file, ports), existing, ports, report),
      );
      return done.ok ? { ok: true, value: report } : { ...done, added: report };
    },
  };
}

async function answer<T>(work: () => Promise<T>): Promise<BackupAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.type === 'failed') console.warn(error);
    return { ok: false, fault };
  }
}

function faultOf(error: unknown): BackupFault {
  if (error instanceof BackupError) return error.fault;
  const isFull =
    (error instanceof ToolError && error.type === 'storage_full') ||
    (error instanceof DOMException && error.name === 'QuotaExceededError');
  return { type: isFull ? 'no_room' : 'failed' };
}
