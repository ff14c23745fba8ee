/** Whether the backup reminder is shown; apart from backup.ts, so that the first load does not include it. */
import { signal } from '@preact/signals';

export const isBackupDue = signal(false);
