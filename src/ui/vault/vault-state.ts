/** The state of the vault for a component; it follows changes in other tabs. */
import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { VaultAction, VaultAnswer, VaultState } from '#shared/rpc/vault.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useReload } from '#src/ui/use-reload.ts';

export type VaultView = {
  state: ReadonlySignal<VaultState | null>;
  /** Undefined if the call to the engine failed, which a toast reports. */
  act(action: VaultAction): Promise<VaultAnswer | undefined>;
};

export function useVault(): VaultView {
  const { connection, toasts } = useApp();
  const state = useSignal<VaultState | null>(null);

  async function act(action: VaultAction): Promise<VaultAnswer | undefined> {
    const answer = await toasts.attempt(connection.api.vault.act(action));
    if (answer) state.value = answer.state;
    return answer;
  }

  useReload(['vault'], async () => void (await act({ type: 'state' })));
  return { state, act };
}
