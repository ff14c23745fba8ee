/** Files of the workspace: `api.files`. */
import type { BlobId, ExecutionId, RunId } from '../ids.ts';
import type { FileEdit, SaveAnswer, TextSave } from '../rpc/file-edit.ts';
import type { Fallible, FileEntry } from '../rpc/protocol.ts';

/** The text of a document. */
export type DocumentText = {
  /** One line, such as `PDF, 12 pages. Title: Report.` */
  description: string;
  markdown: string;
  /** The Markdown does not contain the whole document. */
  isCut: boolean;
};

/** What is known of a path without reading the file. */
export type FileFacts = FileEntry & {
  /** As the workspace spells it. */
  path: string;
  /** In CSS pixels; only of a PNG, JPEG, WebP, GIF or SVG that can be shown unasked. */
  picture?: { width: number; height: number };
};

export type FilesApi = {
  /** The entries of a folder. Paths are relative to the workspace. */
  list(path: string): Promise<Fallible<FileEntry[]>>;
  /** The content of a file. */
  read(path: string): Promise<Fallible<Blob>>;
  /** Writes a file; creates it and its folders if necessary. */
  write(path: string, content: string | Blob): Promise<Fallible<void>>;
  /** Name, type, size and time of a file or folder. */
  info(path: string): Promise<Fallible<FileEntry>>;
  /** The facts of up to 500 paths, which may not exist: `null` for each that does not. */
  look(paths: readonly string[]): Promise<(FileFacts | null)[]>;
  /**
   * The content of a document (PDF, docx, xlsx, csv, pptx, epub, ipynb) as Markdown. `pages` is a
   * list such as `1-5,8`; without it reading begins at the first page. The Markdown ends after
   * about 100 kB. `reading` is an id for `cancelReading`.
   */
  readDocument(path: string, pages?: string, reading?: ExecutionId): Promise<Fallible<DocumentText>>;
  /** Cancels a `readDocument`, which then returns the error `cancelled`. */
  cancelReading(reading: ExecutionId): Promise<void>;
  /** The bytes of an image or file block of a result or a message. */
  blob(id: BlobId): Promise<Fallible<Blob>>;
  /** Changes the workspace as part of `run`, which can be undone. Several edits may share a run. */
  edit(run: RunId, edit: FileEdit): Promise<Fallible<void>>;
  /** Cancels the running edit of `run`; the old file stays. */
  cancelEdit(run: RunId): Promise<void>;
  /** Saves a text, unless the file has changed since the user opened it. */
  saveText(run: RunId, save: TextSave): Promise<Fallible<SaveAnswer>>;
  /** A folder with all its contents as a zip archive. */
  zip(path: string): Promise<Fallible<Blob>>;
};
