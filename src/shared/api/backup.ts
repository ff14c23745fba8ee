/** Export and import of all data: `api.backup`. */
import type {
  BackupAnswer,
  BackupPlan,
  BackupReport,
  BackupState,
  ExistingChoice,
  TakeBackReport,
} from '../rpc/backup.ts';

export type BackupApi = {
  /** Everything but keys, as one archive; encrypted if there is a passphrase. `app` is the version written into it. */
  export(app: string, passphrase?: string): Promise<BackupAnswer<Blob>>;
  /** Checks the whole backup and returns what an import would change. */
  read(file: Blob, passphrase?: string): Promise<BackupAnswer<BackupPlan>>;
  /** `existing`: whether records and settings that differ are kept or replaced. Files are never replaced. */
  import(file: Blob, existing: ExistingChoice, passphrase?: string): Promise<BackupAnswer<BackupReport>>;
  /** Reverts the last import. Later changes are kept. */
  takeBack(): Promise<BackupAnswer<TakeBackReport>>;
  /** Keeps what an interrupted import has added. */
  keepImport(): Promise<void>;
  /** When the last backup was made, whether there is anything to lose, and the last import. */
  state(): Promise<BackupState>;
};
