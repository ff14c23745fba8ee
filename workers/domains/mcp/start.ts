/** Starts tool servers (MCP). Their code is loaded if the user has added one, or opens their screen. */
import { isObject } from '#shared/json.ts';
import { receiveValidated } from '#shared/rpc/validated-channel.ts';
import type { Core } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import { serversSetting } from '#workers/storage/database.ts';
import type { PlanDeps } from '../runs/run-plan.ts';
import type { Mcp, McpDeps } from './open-mcp.ts';

export type ToolServers = {
  openMcp(): Promise<Mcp>;
  /** Registers the tools known from the last session; waits for no server. */
  openServersIfAny(): Promise<void>;
  /** Another tab changed the list of servers; does nothing if the code of tool servers is not loaded yet. */
  reloadServers(): Promise<void>;
};

export type ToolServerNeeds = Pick<McpDeps, 'vault' | 'openUses'> &
  Omit<McpDeps['models'], keyof PlanDeps> & {
    allowedHosts: { has: McpDeps['network']['isHostAllowed'] };
    /** Finds the models for a request of a server. */
    planDeps(): PlanDeps;
  };

export function startToolServers(core: Core, engine: () => ToolServerNeeds): ToolServers {
  const { bus, database, network, registry, prompts } = core;
  let loading: Promise<Mcp> | undefined;
  const load = once(async () => {
    const { vault, openUses, allowedHosts, sessions, spending, planDeps } = engine();
    const { openMcp: open } = await import('./open-mcp.ts');
    return open({
      ...{ database, vault, registry, prompts, openUses },
      changed: (kind, id) => bus.post({ type: 'changed', kind, ids: [id] }),
      network: { ...network, isHostAllowed: allowedHosts.has },
      models: { ...planDeps(), sessions, spending },
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
    async openServersIfAny() {
      if ((await database.getKey('settings', serversSetting)) === undefined) return;
      await openMcp().then(({ servers }) => servers.wake(), console.warn);
    },
    reloadServers: async () => (await loading)?.servers.reload(true),
  };
}
