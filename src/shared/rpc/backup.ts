/** A backup as the page knows it: what is in one, what an import of it would do, and what stands in its way. */
import type { RunId } from '../ids.ts';

/** What an import does with chats, agents and models that are here already and differ. Files are never replaced. */
export type ExistingChoice = 'keep' | 'replace';

/** `added`: not here yet. `same`: here already, just so. `differing`: here already, but otherwise. */
export type Tally = { added: number; same: number; differing: number };

/** What an import would do, told before it is done. */
export type BackupPlan = {
  /** Milliseconds since the epoch. */
  created: number;
  /** The version of the app that wrote it. */
  app: string;
  sessions: Tally;
  /** Chats, agents, models, settings and the log that are left out, because they are not what they must be. */
  broken: number;
  /** Those that have a name in the archive which says something: the settings, the log. */
  brokenParts: string[];
  /** Of the sessions that are not here yet. */
  messages: number;
  agents: Tally;
  providers: Tally;
  /** Servers of tools; they come in switched off, and those that are here stay as they are. */
  servers: Tally;
  /** Those that differ go to `folder`. */
  files: Tally;
  folder: string;
  /** Bytes of the files that are not here just so. */
  bytes: number;
  /** Addresses on a private network that tools would be let reach. */
  hosts: string[];
  /** Entries of the call log; none where there is a log here already, because two chains do not join. */
  calls: number;
};

export type BackupReport = Record<
  'sessions' | 'agents' | 'providers' | 'servers' | 'files' | 'calls',
  number
> & {
  /** The files came as this run, which can be undone. */
  run?: RunId;
};

/**
 * `not_a_backup`: something else, or its beginning or end is missing. `damaged`: a part is not as it was written.
 * `newer`: of a newer version of the app. `invalid`: a part is not what it must be. `unsafe`: a name leads elsewhere.
 * `too_large`: more than this app takes. `no_room`: more than the browser lets us store. `failed`: the browser said no.
 */
export type BackupFaultType =
  'not_a_backup' | 'damaged' | 'newer' | 'invalid' | 'unsafe' | 'too_large' | 'no_room' | 'failed';

/** `part`: the name in the archive, where it is known. */
export type BackupFault = { type: BackupFaultType; part?: string };

/** `added`: what had been added before it failed; nothing of what was here has changed. */
export type BackupAnswer<T> =
  { ok: true; value: T } | { ok: false; fault: BackupFault; added?: BackupReport };

export type BackupState = {
  /** When the last one was made, in milliseconds since the epoch. */
  last: number | null;
  /** There are chats or files that would be missed. */
  isWorthwhile: boolean;
};
