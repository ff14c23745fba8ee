/** An import whose tab died: reverts or keeps it, as the user decides. */
import type { EngineApi } from '#shared/api/index.ts';
import type { TakeBackReport } from '#shared/rpc/backup.ts';
import type { Toasts } from '../base/toasts.ts';
import { t } from '../text/text.ts';
import { isImportInterrupted } from './backup-due.ts';

type BackupApi<Name extends keyof EngineApi['backup']> = { backup: Pick<EngineApi['backup'], Name> };

export async function takeBackInterrupted(
  api: BackupApi<'takeBack'>,
  toasts: Pick<Toasts, 'attempt' | 'show'>,
): Promise<void> {
  const answer = await toasts.attempt(api.backup.takeBack());
  if (!answer?.ok) return;
  isImportInterrupted.value = false;
  toasts.show(takenBackText(answer.value));
}

export async function keepInterrupted(
  api: BackupApi<'keepImport'>,
  toasts: Pick<Toasts, 'attempt'>,
): Promise<void> {
  const isKept = await toasts.attempt(api.backup.keepImport().then(() => true));
  if (isKept) isImportInterrupted.value = false;
}

export function takenBackText({ kept }: TakeBackReport): string {
  const done = t('reminder.taken-back');
  return kept > 0 ? `${done} ${t('reminder.kept', { count: kept })}` : done;
}
