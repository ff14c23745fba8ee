/** The encrypted store of API keys, and the passphrase that can lock it. */
import type { VaultApi } from '#shared/api/access/vault.ts';
import type { VaultAction, VaultAnswer } from '#shared/rpc/vault.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { Database } from '#workers/storage/database.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { receiveValidated } from '#shared/rpc/validated-channel.ts';
import { tables, type SecretOwner } from './tables.ts';
import { createVault } from './vault.ts';
import { createVaultKeys, isVaultMessage, type VaultKeys } from './vault-keys.ts';

export type VaultActor = (action: VaultAction) => Promise<VaultAnswer>;

type Needs = {
  actOnVault: VaultActor;
  bus: Pick<EventBus, 'post'>;
  /** The address that a secret is bound to; '' if its owner was deleted. */
  addressOfSecret(owner: SecretOwner): Promise<string>;
};

export const vault = {
  tables,
  start({ bus, database }, engine) {
    const keys = openVaultKeys(database, () => bus.post({ type: 'changed', kind: 'vault', ids: ['keys'] }));
    const actOnVault: VaultActor = async (action) =>
      (await import('./vault-lock.ts')).actOnVault(action, {
        ...{ database, keys, addressOf: engine().addressOfSecret },
      });
    return { vault: createVault(database, keys), actOnVault };
  },
  open: ({ actOnVault, bus }) => ({
    async act(action) {
      const answer = await actOnVault(action);
      // A reset deletes every key.
      if (action.type === 'reset') bus.post({ type: 'changed', kind: 'providers', ids: ['keys'] });
      return answer;
    },
  }),
} satisfies Domain<VaultApi, Needs>;

/** Keeps the vault's key in sync across tabs: either the engines of all tabs hold it, or none does. */
function openVaultKeys(database: Database, onChange: () => void): VaultKeys {
  const channel = new BroadcastChannel('oneclaw-vault');
  const keys = createVaultKeys(database, { send: (message) => channel.postMessage(message), onChange });
  receiveValidated(channel, isVaultMessage, keys.receive);
  return keys;
}
