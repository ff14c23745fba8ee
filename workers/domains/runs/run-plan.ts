/** Who answers in a run: the agent, and the chain of models it asks, each ready with its key and its traits. */
import type { Agent } from '#shared/agents/agent.ts';
import type { AgentId, ProviderId } from '#shared/ids.ts';
import { unknownTraits, type ModelError, type ProviderInfo } from '#shared/models/provider.ts';
import type { RunPlanned } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { messageOf } from '#shared/message-of.ts';
import type { Model } from '#workers/agent/model.ts';
import { loadProvider } from '#workers/providers/index.ts';
import type { ProviderDeps } from '#workers/contracts/provider.ts';
import type { AgentStore } from '#workers/domains/agents/store.ts';
import type { ConnectionUse } from '#workers/domains/connections/connection-uses.ts';
import type { ProviderStore } from '#workers/domains/providers/store.ts';
import { watchUse } from './watch-use.ts';

export type RunPlan = {
  agent: Agent;
  provider: ProviderInfo;
  model: string;
  /** The choice first, then the agent's fallbacks that are still there. */
  chain: readonly Model[];
  planned: RunPlanned;
};

export type PlanPorts = {
  agents: Pick<AgentStore, 'get'>;
  providers: Pick<ProviderStore, 'get' | 'target' | 'defaultId'>;
  providerPorts: ProviderDeps;
  /** A request to this provider is over. */
  onUse(provider: ProviderId, use: ConnectionUse): void;
};

type Wishes = { agent?: AgentId; provider?: ProviderId; model?: string };

/** Or why nobody answers: the agent or the provider that was named does not exist. */
export type Planned = { ok: true; plan: RunPlan } | { ok: false; error: ModelError };

export async function planRun(
  wishes: Wishes,
  session: SessionInfo | undefined,
  ports: PlanPorts,
): Promise<Planned> {
  const agent = await ports.agents.get(wishes.agent ?? session?.agent);
  if (!agent) return { ok: false, error: { type: 'no_agent' } };
  const provider = await chooseProvider(wishes.provider, session, agent, ports);
  if (!provider) return { ok: false, error: { type: 'no_provider' } };
  const model = wishes.model ?? agent.model ?? provider.model;
  const links = [{ provider, model }, ...(await fallbacksOf(agent, ports))];
  const plan: RunPlan = {
    agent,
    provider,
    model,
    chain: await Promise.all(
      links.map((link) => toModel(link, ports).catch((error: unknown) => brokenModel(link, error))),
    ),
    planned: { agent: agent.id, provider: provider.id, ...(wishes.model ? { model: wishes.model } : {}) },
  };
  return { ok: true, plan };
}

async function chooseProvider(
  named: ProviderId | undefined,
  session: SessionInfo | undefined,
  agent: Agent,
  { providers: store }: PlanPorts,
): Promise<ProviderInfo | undefined> {
  const wanted = named ?? session?.provider ?? agent.provider;
  const known = wanted && (await store.get(wanted));
  // A session whose provider was removed goes on with the default one; a script that names one gets what it named.
  return known || named ? known : store.get(await store.defaultId());
}

type Link = { provider: ProviderInfo; model: string };

async function fallbacksOf({ fallbacks = [] }: Agent, { providers: store }: PlanPorts): Promise<Link[]> {
  const found = await Promise.all(
    fallbacks.map(async ({ provider: id, model }) => {
      const provider = await store.get(id);
      return provider && { provider, model: model ?? provider.model };
    }),
  );
  return found.filter((link) => link !== undefined);
}

/** A key that cannot be read fails the run where everybody sees it: in its first step. */
function brokenModel({ provider, model }: Link, error: unknown): Model {
  const detail = messageOf(error);
  return {
    author: { provider: provider.label, model },
    kind: provider.kind,
    host: '',
    traits: unknownTraits,
    async *stream() {
      yield { type: 'error', error: { type: 'internal', detail } };
    },
  };
}

async function toModel({ provider, model }: Link, ports: PlanPorts): Promise<Model> {
  const target = await ports.providers.target({ ...provider, model });
  const { stream } = await loadProvider(provider.kind);
  return {
    author: { provider: provider.label, model },
    kind: provider.kind,
    host: URL.canParse(target.baseUrl) ? new URL(target.baseUrl).host : '',
    traits: target.traits,
    stream: (request, signal) => stream(request, target, ports.providerPorts, signal),
    // The guide is code of ours, and never away.
    ...(provider.kind === 'guide'
      ? {}
      : { watch: () => watchUse({ record: (use) => ports.onUse(provider.id, use), now: Date.now }) }),
  };
}
