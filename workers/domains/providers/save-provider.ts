/** Validates and stores a provider; its key goes into the vault, which must be unlocked. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ProviderDraft, ProviderInfo } from '#shared/models/provider.ts';
import { checkDraft } from './check-provider.ts';
import type { VaultActor } from '../vault/domain.ts';
import type { ProviderStore } from './store.ts';

export async function saveProvider(
  draft: ProviderDraft,
  { actOnVault, providers }: { actOnVault: VaultActor; providers: Pick<ProviderStore, 'save'> },
): Promise<Fallible<ProviderInfo>> {
  const invalid = checkDraft(draft);
  if (invalid) return { ok: false, error: { type: 'validation_error', message: invalid } };
  if (draft.apiKey && (await actOnVault({ type: 'state' })).state === 'locked') {
    const message = 'The keys are locked. Unlock them in Settings, then save again.';
    return { ok: false, error: { type: 'permission_denied', message } };
  }
  return { ok: true, value: await providers.save(draft) };
}
