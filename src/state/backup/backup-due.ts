/** Which notes about backups are shown; apart from backup.ts, so that the first load does not include it. */
import { signal } from '@preact/signals';

export const isBackupDue = signal(false);
/** A tab died while it imported a backup. */
export const isImportInterrupted = signal(false);
