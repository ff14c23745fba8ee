/** The parts of the engine that are there before any domain. */
import type { ProviderDeps } from '#workers/contracts/provider.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Folders } from '#workers/storage/folders.ts';
import type { FileIndex } from '#workers/storage/workspace/file-index.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import type { Registry } from './calls/registry.ts';
import type { EventBus } from './events/event-bus.ts';
import type { Prompts } from './permissions/prompts.ts';
import type { DeviceBridge } from './tool-hosts/ports/device-bridge.ts';

export type Core = Storage & {
  bus: EventBus;
  device: DeviceBridge;
  /** The network of this worker, for providers and tool servers. */
  network: Omit<ProviderDeps, 'onDevice'>;
  prompts: Prompts;
  registry: Registry;
  /** The Web Lock that this engine holds while it lives. */
  tab: string;
};

export type Storage = {
  database: Database;
  folders: Folders;
  blobs: BlobStore;
  /** The lock of every file port; it reports written paths. */
  fileLock: WriteLock;
  /** Lists the changed files of the workspace for scripts, which see all files at once. */
  fileIndex: Pick<FileIndex, 'since'>;
};
