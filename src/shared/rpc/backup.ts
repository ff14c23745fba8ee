/** Backups as the page sees them: contents, the plan of an import, progress, and faults. */
import type { RunId } from '../ids.ts';
import type { TextKey } from '../text/index.ts';

/**
 * Whether an import keeps or replaces records and settings that exist here with other content. Files are
 * never replaced.
 */
export type ExistingChoice = 'keep' | 'replace';

/** Counts. `added`: new here. `same`: identical here. `differing`: exists here with other content. */
export type Tally = { added: number; same: number; differing: number };

type Named<Prefix extends string> = TextKey extends infer Key
  ? Key extends `backup.${Prefix}-${infer Name}`
    ? Name
    : never
  : never;

/** Records of a domain, such as `agents`. Every name has a text `backup.part-<name>`. */
export type RecordsName = Named<'part'>;
/** A change to settings, or to what a record may do. Every name has a text `backup.change-<name>`. */
export type ChangeName = Named<'change'>;

/** What an import changes besides adding records, for the preview. */
export type PlannedChange = {
  name: ChangeName;
  /** Only with this choice; absent: with both. */
  with?: ExistingChoice;
  /** The values in the text; null: not set. */
  values?: Readonly<Record<string, string | number | boolean | null>>;
  /** Shown as `{list}`, shortened. */
  list?: readonly string[];
};

/** A preview of an import. */
export type BackupPlan = {
  /** Milliseconds since the epoch. */
  created: number;
  /** The version of the app that wrote it. */
  app: string;
  parts: { name: RecordsName; tally: Tally }[];
  changes: PlannedChange[];
  /** How many records, settings and logs are invalid and left out. */
  broken: number;
  /** The invalid parts that a user can recognize: a setting, the call log. */
  brokenParts: string[];
  /** Differing files are imported into this folder. */
  folder: string;
  /** Total size of what is imported, in bytes. */
  bytes: number;
  /** Bytes of the file, and of all that is in it. */
  size: { packed: number; unpacked: number };
};

/** How many records were imported, by part. */
export type BackupReport = {
  counts: Partial<Record<RecordsName, number>>;
  /** The import, if it changed anything: `takeBack` reverts it. */
  run?: RunId;
};

/** `kept`: how many records and files stay, because they were changed since the import. */
export type TakeBackReport = { kept: number };

/**
 * `not_a_backup`: another format, or truncated. `damaged`: a part fails its checksum or does not parse.
 * `newer`: written by a newer version of the app. `invalid`: a part does not match its schema. `unsafe`: a path escapes.
 * `too_large`: over a limit of this app. `no_room`: over the storage quota. `busy`: another import is running.
 * `unfinished`: an import was interrupted and must be taken back or kept first. `passphrase`: it needs one.
 * `wrong_passphrase`: it does not fit, or the first chunk was changed. `short_passphrase`: too short for a new backup.
 * `failed`: another browser error.
 */
export type BackupFaultType =
  | 'not_a_backup'
  | 'damaged'
  | 'newer'
  | 'invalid'
  | 'unsafe'
  | 'too_large'
  | 'no_room'
  | 'busy'
  | 'unfinished'
  | 'passphrase'
  | 'wrong_passphrase'
  | 'short_passphrase'
  | 'failed';

/** `part`: the name in the archive, if known. */
export type BackupFault = { type: BackupFaultType; part?: string };

/** `left`: the records of a failed import that could not be reverted; absent: nothing was changed. */
export type BackupAnswer<T> = { ok: true; value: T } | { ok: false; fault: BackupFault; left?: BackupReport };

export type LastImport = {
  run: RunId;
  /** Milliseconds since the epoch. */
  at: number;
  /** `interrupted`: its tab died, and part of it is here. */
  state: 'running' | 'done' | 'interrupted';
};

export type BackupState = {
  /** When the last backup was made, in milliseconds since the epoch. */
  last: number | null;
  /** There are chats or files to lose. */
  isWorthwhile: boolean;
  /** The newest import, while it can be reverted. */
  lastImport: LastImport | null;
};

/** `key`: the passphrase is turned into a key. */
export type BackupStage = 'key' | 'writing' | 'checking' | 'importing' | 'taking-back';

/** Bytes, or records while an import is reverted; a `total` of 0 means unknown. */
export type BackupProgressEvent = {
  type: 'backup-progress';
  stage: BackupStage;
  done: number;
  total: number;
};
