/** The engine's API for tool servers (MCP). */
import type { ServerId } from '#shared/ids.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpApi } from '#shared/mcp/mcp-api.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import { asAnswer, fail } from '#workers/mcp/errors/failure.ts';
import * as offers from '#workers/mcp/offers/offers.ts';
import type { ServerHandle } from '#workers/mcp/server-handle.ts';
import { describeServer, useServer } from '#workers/mcp/server-list.ts';
import type { Mcp } from './open-mcp.ts';
import type { DomainContext } from '#workers/engine/domain.ts';
import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import type { VaultActor } from '../vault/domain.ts';
import { dropSignIn } from './drop-sign-in.ts';
import { saveServer } from './save-server.ts';
import { forgetServer } from './server-agents.ts';
import { callOffered, forgetOffered, listOffered, offerTool, type OfferNeeds } from './offered-tools.ts';

export type McpNeeds = OfferNeeds & {
  openMcp(): Promise<Mcp>;
  agents: AgentStore;
  actOnVault: VaultActor;
};

type Context = { needs: McpNeeds & DomainContext; mcp: Mcp };

export async function createMcpApi(needs: McpNeeds & DomainContext): Promise<McpApi> {
  const context: Context = { needs, mcp: await needs.openMcp() };
  return {
    ...serversApi(context),
    ...connectionApi(context),
    ...offersApi(context),
    read: async (text) => (await import('#workers/mcp/read-config.ts')).readConfig(text),
    catalogue: async () => (await import('#workers/mcp/catalogue.ts')).catalogue,
    examine: async (draft) => (await import('./diagnose-server.ts')).diagnoseServer(draft, context.mcp),
    offered: () => listOffered(needs),
    offer: (tool, isOffered) => offerTool(tool, isOffered, needs),
    callOffered: (tool, parameters, call) => callOffered(tool, parameters, call, needs),
  };
}

/** The list of servers and its changes. */
function serversApi({ needs, mcp }: Context): Pick<McpApi, 'list' | 'save' | 'remove' | 'setEnabled'> {
  const { bus, agents, changed } = needs;
  const { servers, store } = mcp;
  return {
    async list() {
      servers.wake();
      return Promise.all(servers.all().map((one) => describe(one, mcp)));
    },
    save: (draft, agent) =>
      asAnswer(async () => {
        const id = await saveServer(draft, agent, needs, mcp);
        changed(id);
        return describeById(id, mcp);
      }),
    async remove(id) {
      const record = await store.get(id);
      if (record) await dropSignIn(record, () => store.remove(id), { bus, servers });
      await servers.reload();
      for (const agent of await forgetServer(id, agents))
        bus.post({ type: 'changed', kind: 'agents', ids: [agent] });
      await forgetOffered(id, needs);
      changed(id);
    },
    setEnabled: (id, enabled) =>
      asAnswer(async () => {
        if (!(await store.update(id, (record) => ({ ...record, enabled })))) throw fail('no_server');
        await servers.reload();
        if (enabled) servers.get(id)?.server.connection.wake();
        changed(id);
      }),
  };
}

type ConnectionMethods = 'connect' | 'acceptChanges' | 'signIn' | 'finishSignIn' | 'signOut' | 'log';

/** The methods for one server: its connection, the user's sign-in, changed tools. */
function connectionApi({ mcp }: Context): Pick<McpApi, ConnectionMethods> {
  const { servers } = mcp;
  return {
    connect: (id) =>
      useServer(servers, id, async ({ server }, signal) => {
        server.reset();
        await server.connection.link(signal);
        return describeById(id, mcp);
      }),
    acceptChanges: (id, tools) => asAnswer(async () => handleOf(id, mcp).server.accept(tools)),
    signIn: (id, redirect) =>
      useServer(servers, id, async ({ signIn }, signal) => ({ url: await signIn.begin(redirect, signal) })),
    finishSignIn: (address) =>
      asAnswer(async () => {
        const { finishSignIn } = await import('./finish-sign-in.ts');
        return describeById(await finishSignIn(address, servers), mcp);
      }),
    signOut: (id) =>
      asAnswer(async () => {
        const { signIn, server } = handleOf(id, mcp);
        await signIn.end(AbortSignal.timeout(mcpLimits.answerMs));
        server.reset();
      }),
    log: async (id) => servers.get(id)?.server.log.lines() ?? [],
  };
}

type OfferMethods = 'resources' | 'readResource' | 'prompts' | 'prompt' | 'complete';

/** What a connected server offers besides tools; each answer within the time limit of a request. */
function offersApi({ mcp: { servers } }: Context): Pick<McpApi, OfferMethods> {
  const ask = <T>(id: ServerId, work: (asked: offers.Asked) => Promise<T>): Promise<McpAnswer<T>> =>
    useServer(servers, id, ({ server }, signal) =>
      server.connection.use((link) => work({ link, cut: server.cut, signal }), signal),
    );
  return {
    resources: (id) => ask(id, offers.listResources),
    readResource: (id, uri) => ask(id, (asked) => offers.readResource(asked, uri)),
    prompts: (id) => ask(id, offers.listPrompts),
    prompt: (id, name, values) => ask(id, (asked) => offers.readPrompt(asked, name, values)),
    complete: (id, target, argument, others) =>
      ask(id, (asked) => offers.complete(asked, target, argument, others)),
  };
}

async function describe(handle: ServerHandle, { sampled }: Mcp): Promise<McpServerInfo> {
  return describeServer(handle, await sampled.today(handle.record.id));
}

async function describeById(id: ServerId, mcp: Mcp): Promise<McpServerInfo> {
  return describe(handleOf(id, mcp), mcp);
}

function handleOf(id: ServerId, { servers }: Mcp): ServerHandle {
  const handle = servers.get(id);
  if (!handle) throw fail('no_server');
  return handle;
}
