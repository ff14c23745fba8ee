/** Whether the note that asks for a backup is shown. */
import { signal } from '@preact/signals';

export const isBackupDue = signal(false);
