/** Tool servers (MCP). Their code is loaded if the user has added one, or opens their screen. */
import type { Mcp } from '#workers/domains/mcp/open-mcp.ts';
import type { PlanDeps } from '#workers/domains/runs/run-plan.ts';
import { serversSetting } from '#workers/storage/database.ts';
import type { Core } from './core.ts';
import { isObject } from '#shared/json.ts';
import { receiveValidated } from '#shared/rpc/validated-channel.ts';
import { networkDeps } from './network-deps.ts';
import { once } from './once.ts';
import type { Stores } from './open-stores.ts';

export type ToolServers = {
  openMcp(): Promise<Mcp>;
  /** Registers the tools known from the last session; waits for no server. */
  openIfAny(): Promise<void>;
  /** Another tab changed the list of servers. */
  reloadServers(): Promise<void>;
};

export function openToolServers(parts: Core & Stores & { planDeps: PlanDeps }): ToolServers {
  const { bus, database, vault, registry, prompts, openUses, allowedHosts, sessions, spending } = parts;
  let loading: Promise<Mcp> | undefined;
  const load = once(async () => {
    const { openMcp } = await import('#workers/domains/mcp/open-mcp.ts');
    return openMcp({
      ...{ database, vault, registry, prompts, openUses },
      changed: (kind, id) => bus.post({ type: 'changed', kind, ids: [id] }),
      network: { ...networkDeps, isHostAllowed: allowedHosts.has },
      models: { ...parts.planDeps, sessions, spending },
    });
  });
  const openMcp = () => (loading = load());
  // The browser may have discarded the tab that began a sign-in. The redirect page repeats its answer until
  // an engine takes it, so any such message loads the code.
  receiveValidated(
    new BroadcastChannel('oneclaw-sign-in'),
    isObject,
    () => void openMcp().catch(console.warn),
  );
  return {
    openMcp,
    async openIfAny() {
      if ((await database.getKey('settings', serversSetting)) === undefined) return;
      await openMcp().then(({ servers }) => servers.wake(), console.warn);
    },
    reloadServers: async () => (await loading)?.servers.reload(true),
  };
}
