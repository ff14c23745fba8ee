/** What the work on real folders needs from the engine. */
import type { RunId } from '#shared/ids.ts';
import type { FilePort } from '#workers/contracts/file-port.ts';
import type { MountStore } from './store.ts';

export type MountPorts = {
  store: MountStore;
  /** The workspace, for what is new there and needs no way back. */
  files: FilePort;
  /** Changes the workspace as a run that can be undone; `tell` hears how far it is, and throws where it was cancelled. */
  asRun<T>(
    run: RunId,
    path: string,
    total: number,
    work: (files: FilePort, tell: (done: number) => void) => Promise<T>,
  ): Promise<T>;
  /** Tells everybody that something about this folder is different. */
  changed(name: string): void;
  /** One work on a folder at a time, across all tabs. */
  lock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Bytes that may still be stored. */
  room(): Promise<number>;
};
