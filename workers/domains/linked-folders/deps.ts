/** What linked folders need from the engine. */
import type { RunId } from '#shared/ids.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import type { LinkedFolderStore } from './store.ts';

export type LinkedFolderDeps = {
  store: LinkedFolderStore;
  /** The workspace, for changes that need no undo record. */
  files: FilePort;
  /** Changes the workspace as a run that can be undone. `tell` reports the bytes done, and throws once the run is cancelled. */
  asRun<T>(
    run: RunId,
    path: string,
    total: number,
    work: (files: FilePort, tell: (done: number) => void) => Promise<T>,
  ): Promise<T>;
  /** Posts a change event for this folder. */
  changed(name: string): void;
  /** Mutex per folder, across all tabs. */
  lock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Bytes left of the storage quota. */
  room(): Promise<number>;
};
