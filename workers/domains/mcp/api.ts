/** The engine's API for tool servers (MCP). */
import { defaultAgent } from '#shared/agents/agent.ts';
import type { AgentId, ServerId } from '#shared/ids.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpApi } from '#shared/mcp/mcp-api.ts';
import type { McpServerDraft, McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import { checkServerDraft } from '#workers/mcp/check-draft.ts';
import { asAnswer, fail } from '#workers/mcp/errors/failure.ts';
import * as offers from '#workers/mcp/offers/offers.ts';
import type { Link } from '#workers/mcp/connection/link.ts';
import type { ServerHandle } from '#workers/mcp/server-handle.ts';
import { describeServer, useServer } from '#workers/mcp/server-list.ts';
import type { Mcp } from './open-mcp.ts';
import type { DomainContext } from '#workers/contracts/domain.ts';
import type { AgentStore } from '../agents/store.ts';
import type { VaultActor } from '../vault/domain.ts';
import { forgetServer, offerToAgent } from './server-agents.ts';
import { callOffered, forgetOffered, listOffered, offerTool, type OfferNeeds } from './offered-tools.ts';

export type McpNeeds = OfferNeeds & {
  openMcp(): Promise<Mcp>;
  agents: AgentStore;
  actOnVault: VaultActor;
};

export async function createMcpApi(needs: McpNeeds & DomainContext): Promise<McpApi> {
  const { bus, agents, changed } = needs;
  const mcp: Mcp = await needs.openMcp();
  const { servers, store, sampled } = mcp;

  const describe = async (one: ServerHandle) => describeServer(one, await sampled.today(one.record.id));

  async function described(id: ServerId): Promise<McpServerInfo> {
    const one = servers.get(id);
    if (!one) throw fail('no_server');
    return describe(one);
  }

  async function save(draft: McpServerDraft, agent?: AgentId): Promise<McpServerInfo> {
    const all = await store.list();
    const before = all.find(({ id }) => id === draft.id);
    const secrets = before && (await store.secrets(before));
    if (before && !secrets && (draft.headers || draft.clientSecret !== undefined)) throw fail('locked');
    const checked = checkServerDraft(draft, all, secrets, Date.now());
    if (!checked.ok) throw fail(checked.error.type, checked.error.detail);
    const { record, secrets: given } = checked.value;
    if (given && (await needs.actOnVault({ type: 'state' })).state === 'locked') throw fail('locked');
    if (!(await store.save(record, given, before))) throw fail('no_server');
    if (!before && (await offerToAgent(record.id, agent ?? defaultAgent.id, agents)))
      bus.post({ type: 'changed', kind: 'agents', ids: [agent ?? defaultAgent.id] });
    await servers.reload();
    const isClientNew = before && (draft.clientSecret !== undefined || before.clientId !== record.clientId);
    if (isClientNew) await servers.get(record.id)?.signIn.unbind(AbortSignal.timeout(mcpLimits.answerMs));
    // Other secrets of the same server are not seen in its record.
    if (before && given) servers.get(record.id)?.server.reset();
    servers.get(record.id)?.server.connection.wake();
    changed(record.id);
    return described(record.id);
  }

  /** Something of a connected server, within the time a request has. */
  const ask = <T>(
    id: ServerId,
    work: (link: Link, signal: AbortSignal) => Promise<T>,
  ): Promise<McpAnswer<T>> =>
    useServer(
      servers,
      id,
      ({ server }, signal) => server.connection.use((link) => work(link, signal), signal),
      mcpLimits.answerMs,
    );

  return {
    async list() {
      servers.wake();
      return Promise.all(servers.all().map(describe));
    },
    save: (draft, agent) => asAnswer(() => save(draft, agent)),
    async remove(id) {
      await store.remove(id);
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
    connect: (id) =>
      useServer(
        servers,
        id,
        async ({ server }, signal) => {
          server.reset();
          await server.connection.link(signal);
          return described(id);
        },
        mcpLimits.answerMs,
      ),
    acceptChanges: (id, tools) =>
      asAnswer(async () => {
        const one = servers.get(id);
        if (!one) throw fail('no_server');
        one.server.accept(tools);
      }),
    read: async (text) => (await import('#workers/mcp/read-config.ts')).readConfig(text),
    catalogue: async () => (await import('#workers/mcp/catalogue.ts')).catalogue,
    examine: async (draft) => (await import('./diagnose-server.ts')).diagnoseServer(draft, mcp),

    signIn: (id, redirect) =>
      useServer(
        servers,
        id,
        async ({ signIn }, signal) => ({ url: await signIn.begin(redirect, signal) }),
        mcpLimits.answerMs,
      ),
    finishSignIn: (address) =>
      asAnswer(async () =>
        described(await (await import('./finish-sign-in.ts')).finishSignIn(address, servers)),
      ),
    signOut: (id) =>
      asAnswer(async () => {
        const one = servers.get(id);
        if (!one) throw fail('no_server');
        await one.signIn.end(AbortSignal.timeout(mcpLimits.answerMs));
        one.server.reset();
      }),

    resources: (id) => ask(id, offers.listResources),
    readResource: (id, uri) => ask(id, (link, signal) => offers.readResource(link, uri, signal)),
    prompts: (id) => ask(id, offers.listPrompts),
    prompt: (id, name, values) => ask(id, (link, signal) => offers.readPrompt(link, name, values, signal)),
    complete: (id, target, argument, others) =>
      ask(id, (link, signal) => offers.complete(link, target, argument, others, signal)),
    log: async (id) => servers.get(id)?.server.log.lines() ?? [],

    offered: () => listOffered(needs),
    offer: (tool, isOffered) => offerTool(tool, isOffered, needs),
    callOffered: (tool, parameters, call) => callOffered(tool, parameters, call, needs),
  };
}
