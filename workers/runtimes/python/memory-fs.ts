/**
 * The part of Emscripten's file system that is used.
 * https://emscripten.org/docs/api_reference/Filesystem-API.html
 */

export type FsNode = {
  name: string;
  parent: FsNode;
  mode: number;
  /** Bytes of a file, which may be longer than `usedBytes`; or the entries of a folder. */
  contents: Uint8Array<ArrayBuffer> | Record<string, FsNode>;
  usedBytes: number;
  /** Modification time in milliseconds since the epoch. */
  mtime: number;
};

export type FsFile = FsNode & { contents: Uint8Array<ArrayBuffer> };
export type FsFolder = FsNode & { contents: Record<string, FsNode> };

type Stream = { node: FsFile };
type NodeOps = { setattr(node: FsNode, attributes: { size?: number }): void };

/** The operations that all files and folders in memory share. */
type MemoryOps = {
  file: {
    node: NodeOps;
    stream: {
      write(stream: Stream, buffer: Uint8Array, offset: number, length: number, ...rest: unknown[]): number;
      msync(stream: Stream, ...rest: unknown[]): number;
    };
  };
  dir: {
    node: {
      symlink(parent: FsNode, name: string, target: string): FsNode;
      unlink(parent: FsFolder, name: string): void;
      rmdir(parent: FsFolder, name: string): void;
    };
  };
};

export type MemoryFs = {
  lookupPath(path: string): { node: FsNode };
  /** @throws ErrnoError */
  lookupNode(parent: FsNode, name: string): FsNode;
  mkdirTree(path: string): void;
  rmdir(path: string): void;
  unlink(path: string): void;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  writeFile(path: string, data: string | Uint8Array): void;
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  ErrnoError: new (errno: number) => Error;
  filesystems: { MEMFS: { ops_table: MemoryOps } };
};

/** Error numbers of WASI. */
export const errno = { io: 29, noSpace: 51, notPermitted: 63 } as const;
