/** Writes a provider and its key in one transaction. */
import type { ProviderId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import type { ProviderDraft, TraitOverrides } from '#shared/models/provider.ts';
import type { SecretRecord } from '#workers/domains/vault/tables.ts';
import { lockSetting, saltIn } from '#workers/domains/vault/vault-keys.ts';
import type { Database } from '#workers/storage/database.ts';
import type { ProviderRecord } from './tables.ts';

type Draft = ProviderDraft & { id: ProviderId; baseUrl: string };
/** `secret`: its key, sealed before the transaction began; `becomesDefault`: if it is a new provider. */
type Extras = { secret: SecretRecord | undefined; becomesDefault: boolean };

export function writeProvider(database: Database, draft: Draft, extras: Extras): Promise<ProviderRecord> {
  return inOneTransaction(database, (transaction) => write(transaction, draft, extras));
}

export async function removeProvider(database: Database, id: ProviderId): Promise<void> {
  await inOneTransaction(database, (transaction) =>
    Promise.all([
      transaction.objectStore('providers').delete(id),
      transaction.objectStore('secrets').delete(id),
    ]),
  );
}

function keptTraits(traits: TraitOverrides | undefined): { traits?: TraitOverrides } {
  return traits && Object.keys(traits).length > 0 ? { traits } : {};
}

async function write(
  transaction: Transaction,
  draft: Draft,
  { secret, becomesDefault }: Extras,
): Promise<ProviderRecord> {
  const { id, baseUrl } = draft;
  const providers = transaction.objectStore('providers');
  const secrets = transaction.objectStore('secrets');
  const settings = transaction.objectStore('settings');
  if (secret && secret.salt !== saltIn(await settings.get(lockSetting)))
    throw new Error('The passphrase was changed in another tab at this moment. Save again.');
  const before = await providers.get(id);
  const record = {
    id,
    kind: draft.kind,
    label: visibleName(draft.label),
    baseUrl,
    model: draft.model.trim(),
    ...keptTraits(draft.traits ?? before?.traits),
    created: before?.created ?? Date.now(),
  };
  await providers.put(record);
  // A key belongs to its base URL: change the address, lose the key.
  if (draft.apiKey === '' || (before && before.baseUrl !== baseUrl)) await secrets.delete(id);
  if (secret) await secrets.put(secret);
  if (!before && becomesDefault) await settings.put(id, 'default-provider');
  return record;
}

const begin = (database: Database) =>
  database.transaction(['providers', 'secrets', 'settings'], 'readwrite', { durability: 'strict' });
type Transaction = ReturnType<typeof begin>;

/** Stores or removes a provider and its key atomically. */
async function inOneTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = begin(database);
  // The error is thrown below; the aborted transaction must not add an unhandled rejection.
  transaction.done.catch(() => undefined);
  try {
    const result = await work(transaction);
    await transaction.done;
    return result;
  } catch (error) {
    // A transaction that failed by itself has ended already.
    if (transaction.error === null) transaction.abort();
    throw error;
  }
}
