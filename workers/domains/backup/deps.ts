/** What a backup reads from and writes to. */
import type { RunId, SessionId } from '#shared/ids.ts';
import type { AllowedHosts } from '#workers/domains/permissions/allowed-hosts.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { CallStore } from '#workers/domains/activity/store.ts';
import type { Database } from '#workers/storage/database.ts';
import type { DisabledTools } from '#workers/domains/tools/disabled-tools.ts';
import type { FilePort } from '#workers/contracts/file-port.ts';
import type { ProviderStore } from '#workers/domains/providers/store.ts';

export type BackupPorts = {
  database: Database;
  blobs: BlobStore;
  /** Contract: the log is not written while a backup is written or imported. */
  calls: CallStore;
  files: FilePort;
  providers: Pick<ProviderStore, 'save' | 'setDefault' | 'defaultId'>;
  allowedHosts: Pick<AllowedHosts, 'has' | 'allow'>;
  disabledTools: Pick<DisabledTools, 'set'>;
  /** Changes files as this run, which can be undone. */
  asRun<T>(run: RunId, work: (files: FilePort) => Promise<T>): Promise<T>;
  /** Rolls the run back. Returns the number of files that remain; null if nothing remains. */
  takeBack(run: RunId): Promise<number | null>;
  /** Runs `work` if the session has no active run; returns whether it did. */
  whenIdle(session: SessionId, work: () => Promise<void>): Promise<boolean>;
  /** Bytes left of the storage quota. */
  room(): Promise<number>;
  /** The version of the app. */
  app: string;
  now(): number;
};
