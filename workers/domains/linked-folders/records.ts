/** What is stored of a linked folder. */
import type { Mark } from '#shared/rpc/linked-folder.ts';

export type MountRecord = {
  name: string;
  source: string;
  handle: FileSystemDirectoryHandle;
  everything: boolean;
};

/** A file as a look at it costs nothing: while both are the same, its content counts as the same. */
export type Stamp = { size: number; modified: number };
/** What was once the same on both sides, and how each looked then. */
export type BaseFile = {
  path: string;
  mark: string;
  copy?: Stamp;
  original?: Stamp;
  /** What the copy had when this was fetched: where an undo brings it back, the real file is the newer one. */
  before?: Mark;
};
