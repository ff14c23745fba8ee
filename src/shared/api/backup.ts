/** Export and import of all data: `api.backup`. */
import type { BackupAnswer, BackupPlan, BackupReport, BackupState, ExistingChoice } from '../rpc/backup.ts';

export type BackupApi = {
  /** Everything but keys, as one archive. `app` is the version written into it. */
  export(app: string): Promise<BackupAnswer<Blob>>;
  /** What an import would change. */
  read(file: Blob): Promise<BackupAnswer<BackupPlan>>;
  /** `existing`: whether sessions, agents and providers that differ are kept or replaced. Files are never replaced. */
  import(file: Blob, existing: ExistingChoice): Promise<BackupAnswer<BackupReport>>;
  /** When the last backup was made, and whether there is anything to lose. */
  state(): Promise<BackupState>;
};
