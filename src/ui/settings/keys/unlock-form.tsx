/** The field that opens the vault, wherever a locked key stands in the way. */
import '#src/ui/styles/screens.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useTurns } from '#src/ui/chat/use-turns.ts';
import { PassphraseForm } from './passphrase-form.tsx';
import { useVault, type VaultView } from './vault-state.ts';

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

/** In a chat whose run needed a key: unlocked, it asks again by itself. */
export function UnlockAndRetry() {
  const { chat } = useApp();
  const turns = useTurns();
  const vault = useVault();
  if (vault.state.value !== 'locked') return null;
  return <UnlockForm vault={vault} onDone={() => !chat.busy.value && turns.regenerate()} />;
}
