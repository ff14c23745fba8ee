/**
 * The parts of a backup that a domain declares: what is written into the archive, and how it is read, checked
 * and imported.
 */
import type { BlobId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import type { ExistingChoice, PlannedChange, RecordsName, Tally } from '#shared/rpc/backup.ts';

/** A `RecordsPart` is a file or folder of the archive, a `SettingPart` one field of its `settings.json`. */
export type BackupPart = RecordsPart | SettingPart;

export type RecordsPart = {
  /** Its name in the preview: the interface has a text `backup.part-<name>`. */
  name: RecordsName;
  /** Its file in the archive, or its folders, which end with `/`. */
  paths: readonly string[];
  collect(): AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>;
  /** Checks all of it and writes nothing. Throws a `BackupError` where the whole backup must be refused. */
  read(source: PartSource): Promise<FoundRecords>;
  /** Called after an import and after its rollback, to reload what the engine caches in memory. */
  reload?(): Promise<void>;
};

/** One value in `settings.json`. */
export type SettingPart = {
  field: string;
  /** Undefined: not set. */
  collect(): Promise<Json | undefined>;
  /** Undefined: an impossible value, which is left out and named in the preview. */
  check(value: Json): Promise<FoundSetting | undefined>;
  reload?(): Promise<void>;
};

/** A file as it is written into the archive; without content, a folder. */
export type ArchiveEntry = {
  name: string;
  content?: Blob | string | AsyncIterable<Uint8Array>;
  modified?: number;
};

/** The archive as a part reads it; names as in `paths`. A read that fails throws a `BackupError`. */
export type PartSource = {
  /** Its files, in the order of the archive. */
  files: readonly string[];
  /** Its folders that have an entry of their own in the archive, without the slash at the end. */
  folders: readonly string[];
  /** When the backup was made, in milliseconds since the epoch. */
  created: number;
  has(name: string): boolean;
  /** Bytes; 0 for a file that is not there. */
  size(name: string): number;
  json(name: string): Promise<Json>;
  /** One value per line. */
  lines(name: string): AsyncIterable<Json>;
  /** The browser stores a large blob on disk, not in memory. */
  blob(name: string): Promise<Blob>;
};

export type FoundRecords = {
  tally: Tally;
  /** How many records are invalid and left out. */
  broken: number;
  /** Files that are invalid as a whole, by a name that a user recognizes. */
  brokenParts?: readonly string[];
  changes?: readonly PlannedChange[];
  batches?(existing: ExistingChoice): AsyncIterable<Batch> | Iterable<Batch>;
  workspace?: WorkspaceFiles;
};

export type FoundSetting = { changes: readonly PlannedChange[]; batch?(existing: ExistingChoice): Batch };

/** Written to the workspace before all records, as a run that can be undone. */
export type WorkspaceFiles = {
  /** The folder for files whose own path already exists here with other content. */
  folder: string;
  folders: readonly string[];
  files: readonly { path: string; bytes: number; read(): Promise<Blob> }[];
};

/** One transaction. No two items of a batch write the same key. */
export type Batch = {
  /** The name of a Web Lock to hold during the batch. If the lock is taken, the batch is skipped. */
  lock?: string;
  /** Called with the lock held. */
  items(): Promise<readonly Item[]> | readonly Item[];
};

/** Written together and rolled back together; not rolled back if one of its values was changed since. */
export type Item = {
  /** True: nothing is written if the key of the first write already has a value. */
  isNew: boolean;
  /** How many records the report counts for this item; absent: one. */
  count?: number;
  writes: readonly Write[];
  /** Stored before the writes. */
  blobs?: readonly { id: BlobId; read(): Promise<Blob> }[];
};

/** Made by the functions of `workers/storage/write.ts`, which know the types of the tables. */
export type Write = { table: string; key: IDBValidKey } & (
  | { type: 'put'; value: unknown }
  | { type: 'remove' }
  /** For a setting. Nothing is written if `change` returns undefined. */
  | { type: 'change'; change(before: Json | undefined): Json | undefined }
);
