/** The encrypted store of API keys, and the passphrase that can lock it. */
import type { VaultApi } from '#shared/api/access/vault.ts';
import type { VaultAction, VaultAnswer } from '#shared/rpc/vault.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { tables } from './tables.ts';

export type VaultActor = (action: VaultAction) => Promise<VaultAnswer>;

type Needs = { actOnVault: VaultActor; bus: Pick<EventBus, 'post'> };

export const vault: Domain<VaultApi, Needs> = {
  tables,
  open: ({ actOnVault, bus }) => ({
    async act(action) {
      const answer = await actOnVault(action);
      // A reset deletes every key.
      if (action.type === 'reset') bus.post({ type: 'changed', kind: 'providers', ids: ['keys'] });
      return answer;
    },
  }),
};
