/** Backups as the page sees them: contents, the plan of an import, and faults. */
import type { RunId } from '../ids.ts';

/** What an import does with chats, agents and models that exist here and differ. Files are never replaced. */
export type ExistingChoice = 'keep' | 'replace';

/** Counts. `added`: new here. `same`: identical to what is here. `differing`: here with other content. */
export type Tally = { added: number; same: number; differing: number };

/** A preview of an import. */
export type BackupPlan = {
  /** Milliseconds since the epoch. */
  created: number;
  /** The version of the app that wrote it. */
  app: string;
  sessions: Tally;
  /** How many chats, agents, models, settings and logs are invalid and left out. */
  broken: number;
  /** The file names of the invalid parts that a user can recognize: settings, call log. */
  brokenParts: string[];
  /** In the new sessions. */
  messages: number;
  agents: Tally;
  providers: Tally;
  /** Tool servers. New ones are imported switched off; existing ones stay unchanged. */
  servers: Tally;
  /** Differing files are imported into `folder`. */
  files: Tally;
  folder: string;
  /** Total size of the files to import. */
  bytes: number;
  /** Private hosts that tools would be allowed to reach. */
  hosts: string[];
  /** Entries of the call log to import; 0 if there is a log here, because two hash chains cannot be merged. */
  calls: number;
};

export type BackupReport = Record<
  'sessions' | 'agents' | 'providers' | 'servers' | 'files' | 'calls',
  number
> & {
  /** The run that imported the files; it can be undone. */
  run?: RunId;
};

/**
 * `not_a_backup`: another format, or truncated. `damaged`: a part fails its checksum or does not parse.
 * `newer`: written by a newer version of the app. `invalid`: a part does not match its schema. `unsafe`: a path escapes.
 * `too_large`: over a limit of this app. `no_room`: over the storage quota. `failed`: another browser error.
 */
export type BackupFaultType =
  'not_a_backup' | 'damaged' | 'newer' | 'invalid' | 'unsafe' | 'too_large' | 'no_room' | 'failed';

/** `part`: the name in the archive, if known. */
export type BackupFault = { type: BackupFaultType; part?: string };

/** `added`: what was imported before the failure; existing data is unchanged. */
export type BackupAnswer<T> =
  { ok: true; value: T } | { ok: false; fault: BackupFault; added?: BackupReport };

export type BackupState = {
  /** When the last backup was made, in milliseconds since the epoch. */
  last: number | null;
  /** There are chats or files to lose. */
  isWorthwhile: boolean;
};
