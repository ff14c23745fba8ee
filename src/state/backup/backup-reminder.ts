/** When to remind of a backup: after a grace period, and at most once a month after a dismissal. */
import type { BackupState } from '#shared/rpc/backup.ts';
import { isBackupDue } from './backup-due.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';

const dayMs = 24 * 60 * 60_000;
/** The maximum age of a backup; `atRisk`: the browser may evict the storage. */
const maxAgeDays = { persisted: 30, atRisk: 7 };
const dismissedDays = 30;

const sinceKey = 'backup-since';
const dismissedKey = 'backup-dismissed';

export type ReminderFacts = BackupState & {
  /** The storage is persistent: the browser will not evict it. */
  isPersisted: boolean;
  /** When this browser first opened the app, in milliseconds since the epoch: no reminder on the first days. */
  since: number;
  now: number;
};

export function isOverdue({ last, isWorthwhile, isPersisted, since, now }: ReminderFacts): boolean {
  const maxAge = (isPersisted ? maxAgeDays.persisted : maxAgeDays.atRisk) * dayMs;
  return isWorthwhile && now - Math.max(last ?? 0, since) > maxAge;
}

/** Shows the reminder if a backup is due and the last dismissal is long ago. */
export async function remindOfBackup(
  ask: () => Promise<BackupState>,
  isPersisted: () => Promise<boolean>,
  now = Date.now(),
): Promise<void> {
  const since = firstSeen(now);
  // Cannot be due yet: save the engine the work.
  if (now - since <= maxAgeDays.atRisk * dayMs || isDismissed(now)) return;
  const [state, persisted] = await Promise.all([ask(), isPersisted()]);
  isBackupDue.value = isOverdue({ ...state, isPersisted: persisted, since, now });
}

export function dismissReminder(now = Date.now()): void {
  writeLocal(dismissedKey, String(now));
  isBackupDue.value = false;
}

export function firstSeen(now: number): number {
  const known = Number(readLocal(sinceKey));
  // If the clock was set back, start again rather than never remind.
  if (known > 0 && known <= now) return known;
  writeLocal(sinceKey, String(now));
  return now;
}

function isDismissed(now: number): boolean {
  const at = Number(readLocal(dismissedKey));
  return at > 0 && at <= now && now - at < dismissedDays * dayMs;
}
