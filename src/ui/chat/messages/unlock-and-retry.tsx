/**
 * A form to unlock the vault, in a chat with a run that needed a locked key; then the request is sent again.
 */
import { useApp } from '#src/ui/app-context.ts';
import { UnlockForm } from '#src/ui/vault/unlock-form.tsx';
import { useVault } from '#src/ui/vault/vault-state.ts';
import { useTurns } from '../use-turns.ts';

export function UnlockAndRetry() {
  const { chat } = useApp();
  const turns = useTurns();
  const vault = useVault();
  if (vault.state.value !== 'locked') return null;
  return <UnlockForm vault={vault} onDone={() => !chat.busy.value && turns.regenerate()} />;
}
