/** The dependencies of backups: what they read from and write to. */
import type { RunId } from '#shared/ids.ts';
import type { BackupStage } from '#shared/rpc/backup.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Database } from '#workers/storage/database.ts';

export type BackupDeps = {
  database: Database;
  blobs: BlobStore;
  /** The parts of all domains. */
  parts: readonly BackupPart[];
  /** Changes files as this run, which can be undone. */
  asRun<T>(run: RunId, work: (files: FilePort) => Promise<T>): Promise<T>;
  /** Rolls the run back. Returns how many files stay, because they were changed since. */
  rollBackFiles(run: RunId): Promise<number>;
  /** Holds the Web Lock while `work` runs. False, and nothing was done, if another one has it. */
  withLock(name: string, work: () => Promise<void>): Promise<boolean>;
  /** Bytes left of the storage quota. */
  room(): Promise<number>;
  /** Begins a stage; a `total` of 0 means unknown. */
  progress(stage: BackupStage, total: number): Progress;
  /** The version of the app. */
  app: string;
  now(): number;
};

export type Progress = { add(amount: number): void; end(): void };
