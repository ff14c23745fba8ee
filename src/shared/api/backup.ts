/** Export and import of all data: `api.backup`. */
import type { BackupAnswer, BackupPlan, BackupReport, BackupState, ExistingChoice } from '../rpc/backup.ts';

export type BackupApi = {
  /** Everything but keys, as one archive. `app` is the version written into it. */
  export(app: string): Promise<BackupAnswer<Blob>>;
  /** What an import would change. */
  read(file: Blob): Promise<BackupAnswer<BackupPlan>>;
  import(file: Blob, existing: ExistingChoice): Promise<BackupAnswer<BackupReport>>;
  state(): Promise<BackupState>;
};
