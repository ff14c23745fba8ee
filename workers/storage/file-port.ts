/** Files as a tool sees them: paths relative to the workspace, every one through the path gate. */

export type FileStat = { path: string; type: 'file' | 'directory'; size: number; modified: number };

/** Contract: fails only with a `ToolError`; nothing outside the workspace can be named. */
export type FilePort = {
  stat(path: string): Promise<FileStat>;
  read(path: string): Promise<File>;
  /** Entries of a folder, by name; hidden and temporary ones left out. */
  list(path: string): Promise<FileStat[]>;
  /** Replaces the file at once or not at all; makes the folders above it. Returns the bytes written. */
  write(path: string, content: string | Blob): Promise<number>;
  /** Adds to the end, at once or not at all. Returns the bytes added. */
  append(path: string, content: string): Promise<number>;
  remove(path: string): Promise<void>;
};
