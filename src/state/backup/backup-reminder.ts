/** When to ask for a backup: calmly, not before there was time for one, and not again for a month after a no. */
import type { BackupState } from '#shared/rpc/backup.ts';
import { isBackupDue } from './backup-due.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';

const dayMs = 24 * 60 * 60_000;
/** So old a backup may be; less where the browser may clear what is stored. */
const oldestDays = { kept: 30, atRisk: 7 };
const restDays = 30;

const sinceKey = 'backup-since';
const dismissedKey = 'backup-dismissed';

export type ReminderFacts = BackupState & {
  /** The browser promised to keep what is stored. */
  isKept: boolean;
  /** When this browser was first seen here: nobody owes a backup on the first day. */
  since: number;
  now: number;
};

export function isOverdue({ last, isWorthwhile, isKept, since, now }: ReminderFacts): boolean {
  const oldest = (isKept ? oldestDays.kept : oldestDays.atRisk) * dayMs;
  return isWorthwhile && now - Math.max(last ?? 0, since) > oldest;
}

/** Asks the engine, and shows the note where one is due and was not dismissed lately. */
export async function remindOfBackup(
  ask: () => Promise<BackupState>,
  isKept: () => Promise<boolean>,
  now = Date.now(),
): Promise<void> {
  const since = firstSeen(now);
  // Nothing can be due: the engine need not be asked.
  if (now - since <= oldestDays.atRisk * dayMs || isDismissed(now)) return;
  const [state, kept] = await Promise.all([ask(), isKept()]);
  isBackupDue.value = isOverdue({ ...state, isKept: kept, since, now });
}

export function dismissReminder(now = Date.now()): void {
  writeLocal(dismissedKey, String(now));
  isBackupDue.value = false;
}

export function firstSeen(now: number): number {
  const known = Number(readLocal(sinceKey));
  // A clock that was set back must not silence it for ever.
  if (known > 0 && known <= now) return known;
  writeLocal(sinceKey, String(now));
  return now;
}

function isDismissed(now: number): boolean {
  const at = Number(readLocal(dismissedKey));
  return at > 0 && at <= now && now - at < restDays * dayMs;
}
