/** The encrypted store of API keys: `api.vault`. */
import type { VaultAction, VaultAnswer } from '../../rpc/vault.ts';

export type VaultApi = {
  /** Reads the state, sets or removes the passphrase, locks, unlocks or resets the vault. */
  act(action: VaultAction): Promise<VaultAnswer>;
};
