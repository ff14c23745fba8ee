/** The format of a backup: the names in the archive, the version, and the limits. */
import type { BackupFault, BackupFaultType } from '#shared/rpc/backup.ts';
import { escapeInvisible } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';

export const version = 1;

/** The files of the archive that no domain owns. */
export const names = { manifest: 'manifest.json', settings: 'settings.json' } as const;

/** Limits of the reader: far more than any user has, and less than what stops a browser. */
export const most = {
  entries: 200_000,
  /** Of all entries together; a file of 300 kB can hold 300 MB. */
  unpackedBytes: 10_000_000_000,
  jsonBytes: 16_000_000,
  /** Of one session, or of the call log. */
  linesBytes: 512_000_000,
  lineCharacters: 64_000_000,
  blobBytes: 100_000_000,
  records: 10_000,
  /** Five levels around the deepest stored value: line, message, parts, part, echo. */
  jsonLevels: limits.jsonLevels + 5,
};

/** Thrown by the code that reads a backup, also in other domains; `index.ts` turns it into a value. */
export class BackupError extends Error {
  readonly fault: BackupFault;
  constructor(type: BackupFaultType, name?: string, cause?: unknown) {
    // The name may have been refused for its invisible characters.
    const part = name && escapeInvisible(name);
    super(part ? `${type}: ${part}` : type, { cause });
    this.fault = part ? { type, part } : { type };
  }
}
