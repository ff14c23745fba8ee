/** Files as a tool sees them: paths relative to the workspace, each checked by the path gate. */

export type FileStat = { path: string; type: 'file' | 'directory'; size: number; modified: number };
/** An entry without its size, which would need a read of each file's metadata. */
export type FileName = Pick<FileStat, 'path' | 'type'>;

/** One step of a change of several files; `remove` takes a file, not a folder. */
export type FileChange =
  { type: 'write'; path: string; content: string | Blob } | { type: 'remove'; path: string };

/** Contract: fails only with a `ToolError`; nothing outside the workspace can be named. */
export type FilePort = {
  stat(path: string): Promise<FileStat>;
  /** Lazy: nothing is read until `stream()`, `slice()` or the like is used. */
  read(path: string): Promise<File>;
  /** As `read` for several paths at once, which a search of many files needs; `null` for each that cannot be opened. */
  readMany(paths: readonly string[]): Promise<(File | null)[]>;
  /** Entries of a folder, by name; hidden and temporary ones left out. */
  list(path: string): Promise<FileStat[]>;
  /** Everything below a folder, each folder before what is in it, by name; hidden and temporary ones left out. */
  walk(path: string): AsyncIterable<FileName>;
  /**
   * Replaces the file atomically; creates missing folders. Returns the bytes written. `onBytes` gets the
   * number of bytes written so far; it cancels the write by throwing.
   */
  write(path: string, content: string | Blob, onBytes?: (bytes: number) => void): Promise<number>;
  /** Appends atomically. Returns the bytes added. */
  append(path: string, content: string): Promise<number>;
  /** Locks `paths` while `plan` reads them (`null`: no such file), then makes all changes or none. */
  change(paths: readonly string[], plan: ChangePlan): Promise<void>;
  /**
   * Runs `work` while holding an advisory lock on `path`, which is exclusive across all tabs. Only other
   * calls of `hold` wait for it: the path can still be read and changed, and need not exist.
   */
  hold<T>(path: string, work: () => Promise<T>): Promise<T>;
  /** Returns false if the folder existed. */
  makeDirectory(path: string): Promise<boolean>;
  /** Moves a file or a folder to a new path, which must be free. */
  move(from: string, to: string): Promise<void>;
  /** A folder that is not empty needs `recursive`. */
  remove(path: string, options?: { recursive?: boolean }): Promise<void>;
};

export type ChangePlan = (read: (path: string) => Promise<File | null>) => Promise<readonly FileChange[]>;

/** The part of the port that changes nothing. */
export type ReadOnlyFiles = Pick<FilePort, 'stat' | 'read' | 'readMany' | 'list' | 'walk'>;

/** The port as a tool gets it: `write` has no `onBytes`, because functions do not cross threads. */
export type ToolFiles = Omit<FilePort, 'write'> & {
  write(path: string, content: string | Blob): Promise<number>;
  /** The changes since the answer with this mark, or everything. Absent if a host keeps nothing for later. */
  since?(mark: number | undefined): Promise<FileChanges>;
};

/** New and changed folders and files as they are now, and the paths that were deleted. */
export type FileChanges = {
  /** Identifies this answer in the next call of `since`. */
  mark: number;
  folders: string[];
  files: { path: string; file: File }[];
  gone: string[];
};
