/** What is stored of a linked folder. */
import type { Mark } from '#shared/rpc/linked-folder.ts';

export type LinkedFolderRecord = {
  name: string;
  /** The name of the real folder. */
  source: string;
  handle: FileSystemDirectoryHandle;
  /** Heavy names are included. */
  everything: boolean;
};

/** Size and modification time (milliseconds since the epoch): while both are the same, the content is assumed unchanged. */
export type Stamp = { size: number; modified: number };
/** A file as both sides last agreed on it, with the stamp of each side at that time. */
export type BaseFile = {
  path: string;
  mark: string;
  copy?: Stamp;
  original?: Stamp;
  /** What the copy held before the last pull. If undo restores it, the real file is still the newer one. */
  before?: Mark;
};
