/** Stores a secret with the settings that it is for. */
import type { Database } from '#workers/storage/database.ts';
import type { SecretRecord } from './tables.ts';
import { lockSetting, saltIn } from './vault-keys.ts';

/** A transaction that stores settings together with their secret. */
export const beginWithSecrets = (database: Database) =>
  database.transaction(['settings', 'secrets'], 'readwrite', { durability: 'strict' });

/** Aborts and throws if the passphrase was changed while the secret was encrypted. */
export async function checkLock(
  { salt }: SecretRecord,
  transaction: ReturnType<typeof beginWithSecrets>,
): Promise<void> {
  if (salt === saltIn(await transaction.objectStore('settings').get(lockSetting))) return;
  transaction.abort();
  await transaction.done.catch(() => undefined);
  throw new Error('The passphrase was changed in another tab at this moment. Save again.');
}
