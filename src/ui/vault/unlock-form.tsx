/** The form that unlocks the vault. */
import '#src/ui/styles/screens.ts';
import { t } from '#src/state/text/text.ts';
import { PassphraseForm } from './passphrase-form.tsx';
import type { VaultView } from './vault-state.ts';

export function UnlockForm({ vault, onDone }: { vault: VaultView; onDone: () => void }) {
  return (
    <PassphraseForm
      current={t('passphrase.label')}
      action={t('passphrase.unlock')}
      onSubmit={(passphrase) => vault.act({ type: 'unlock', passphrase })}
      onDone={onDone}
    />
  );
}
