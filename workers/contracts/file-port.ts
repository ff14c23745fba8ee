/** Files as a tool sees them: paths relative to the workspace, every one through the path gate. */

export type FileStat = { path: string; type: 'file' | 'directory'; size: number; modified: number };
/** A name without its size, which would cost a look at each file. */
export type FileName = Pick<FileStat, 'path' | 'type'>;

/** One step of a change of several files; a step that removes names a file, not a folder. */
export type FileChange =
  { type: 'write'; path: string; content: string | Blob } | { type: 'remove'; path: string };

/** Contract: fails only with a `ToolError`; nothing outside the workspace can be named. */
export type FilePort = {
  stat(path: string): Promise<FileStat>;
  /** Nothing is read until the file is: `stream()` and `slice()` of a large one cost what they touch. */
  read(path: string): Promise<File>;
  /** Entries of a folder, by name; hidden and temporary ones left out. */
  list(path: string): Promise<FileStat[]>;
  /** Everything below a folder, each folder before what is in it, by name; hidden and temporary ones left out. */
  walk(path: string): AsyncIterable<FileName>;
  /**
   * Replaces the file at once or not at all; makes the folders above it. Returns the bytes written. `onBytes` hears how
   * many are on the disk, and ends the write by throwing.
   */
  write(path: string, content: string | Blob, onBytes?: (bytes: number) => void): Promise<number>;
  /** Adds to the end, at once or not at all. Returns the bytes added. */
  append(path: string, content: string): Promise<number>;
  /** Keeps others from writing `paths` while `plan` reads them (`null`: no such file), then makes all changes or none. */
  change(paths: readonly string[], plan: ChangePlan): Promise<void>;
  /** False where it was there already. */
  makeDirectory(path: string): Promise<boolean>;
  /** Moves a file or a folder to a new path, which must be free. */
  move(from: string, to: string): Promise<void>;
  /** A folder with something in it only where `recursive` is set. */
  remove(path: string, options?: { recursive?: boolean }): Promise<void>;
};

export type ChangePlan = (read: (path: string) => Promise<File | null>) => Promise<readonly FileChange[]>;

/** The part of the port that changes nothing. */
export type ReadOnlyFiles = Pick<FilePort, 'stat' | 'read' | 'list' | 'walk'>;
