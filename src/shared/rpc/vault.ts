/** The passphrase lock of the vault, as page and engine exchange it. */

/** `none`: no passphrase is set, so the keys are always available. */
export type VaultState = 'none' | 'locked' | 'unlocked';

export type VaultAction =
  | { type: 'state' }
  | { type: 'unlock'; passphrase: string }
  | { type: 'lock' }
  /** Sets the first passphrase, or changes it if `current` is right. */
  | { type: 'set'; passphrase: string; current?: string }
  | { type: 'remove'; current: string }
  /** Deletes all keys and the passphrase. */
  | { type: 'reset' };

export type VaultAnswer = {
  state: VaultState;
  /** Why nothing was done. `wrong`: the passphrase. `changed`: another tab changed the keys at the same time. */
  problem?: 'wrong' | 'too_short' | 'changed';
};

/** In UTF-16 code units. */
export const minPassphraseLength = 8;
