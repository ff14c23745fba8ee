/** The form of a backup: the names in the archive, its version, and what is too much of anything. */
import type { BackupFault, BackupFaultType } from '#shared/rpc/backup.ts';
import { printable } from '#shared/invisible.ts';
import { limits } from '#shared/limits.ts';

export const version = 1;

/** `sessions/00001.jsonl` has its images and files in `blobs/00001/`: ids are within, because names must be harmless. */
export const names = {
  manifest: 'manifest.json',
  settings: 'settings.json',
  agents: 'agents.json',
  providers: 'providers.json',
  servers: 'servers.json',
  calls: 'calls.jsonl',
  sessions: 'sessions/',
  blobs: 'blobs/',
  workspace: 'workspace/',
} as const;

/** What the reader takes at most: far more than anyone has, and less than what stops a browser. */
export const most = {
  entries: 200_000,
  jsonBytes: 16_000_000,
  /** Of one session, or of the call log. */
  linesBytes: 512_000_000,
  lineCharacters: 64_000_000,
  blobBytes: 100_000_000,
  records: 10_000,
  /** What the engine keeps lies within a line, a message, its parts, one of them, and its echo. */
  jsonLevels: limits.jsonLevels + 5,
};

/** Thrown inside this folder only; what leaves it is a value. */
export class BackupError extends Error {
  readonly fault: BackupFault;
  constructor(type: BackupFaultType, name?: string, cause?: unknown) {
    // A name that is refused may be so because of what cannot be seen in it.
    const part = name && printable(name);
    super(part ? `${type}: ${part}` : type, { cause });
    this.fault = part ? { type, part } : { type };
  }
}
