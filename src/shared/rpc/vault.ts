/** The lock in front of the stored keys, as the page and the engine speak of it. */

/** `none`: no passphrase was set, so that the keys are always at hand. */
export type VaultState = 'none' | 'locked' | 'unlocked';

export type VaultAction =
  | { type: 'state' }
  | { type: 'unlock'; passphrase: string }
  | { type: 'lock' }
  /** Sets the first passphrase, or another one where the vault is unlocked and `current` is right. */
  | { type: 'set'; passphrase: string; current?: string }
  | { type: 'remove'; current: string }
  /** Deletes all keys and the passphrase with them. */
  | { type: 'reset' };

export type VaultAnswer = {
  state: VaultState;
  /** Why nothing was done. `changed`: another tab changed the keys at the same moment. */
  problem?: 'wrong' | 'too_short' | 'changed';
};

export const shortestPassphrase = 8;
