/** Plans what answers in a run: the agent, and its chain of models, each with its key and traits. */
import type { Agent, Budget } from '#shared/agents/agent.ts';
import { lowerBudget } from '#shared/agents/lower-budget.ts';
import type { AgentId, ProviderId } from '#shared/ids.ts';
import { unknownTraits, type ModelError, type ProviderInfo } from '#shared/models/provider.ts';
import type { RunPlanned } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { messageOf } from '#shared/message-of.ts';
import type { Model, UseWatch } from '#workers/agent/model.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { withWays } from '#workers/providers/learned-ways.ts';
import type { ProviderDeps } from '#workers/contracts/provider.ts';

import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import type { ConnectionUse } from '#workers/contracts/connection-source.ts';
import type { ProviderStore } from '#workers/domains/providers/store.ts';

export type RunPlan = {
  agent: Agent;
  provider: ProviderInfo;
  model: string;
  /** The chosen model first, then the agent's fallbacks whose providers still exist. */
  chain: readonly Model[];
  planned: RunPlanned;
};

export type PlanDeps = {
  agents: Pick<AgentStore, 'get'>;
  providers: Pick<ProviderStore, 'get' | 'target' | 'defaultId'>;
  providerDeps: ProviderDeps;
  /** Called when a request to this provider is over. */
  onUse(provider: ProviderId, use: ConnectionUse): void;
};

type PlanRequest = { agent?: AgentId; provider?: ProviderId; model?: string; budget?: Budget };

/** Fails if the agent or the named provider does not exist. */
export type Planned = { ok: true; plan: RunPlan } | { ok: false; error: ModelError };

export async function planRun(
  request: PlanRequest,
  session: SessionInfo | undefined,
  deps: PlanDeps,
): Promise<Planned> {
  const stored = await deps.agents.get(request.agent ?? session?.agent);
  const agent =
    stored && request.budget ? { ...stored, budget: lowerBudget(stored.budget, request.budget) } : stored;
  if (!agent) return { ok: false, error: { type: 'no_agent' } };
  const provider = await chooseProvider(request.provider, session, agent, deps);
  if (!provider) return { ok: false, error: { type: 'no_provider' } };
  const model = request.model ?? agent.model ?? provider.model;
  const links = [{ provider, model }, ...(await fallbacksOf(agent, deps))];
  const plan: RunPlan = {
    agent,
    provider,
    model,
    chain: await Promise.all(
      links.map((link) => toModel(link, deps).catch((error: unknown) => brokenModel(link, error))),
    ),
    planned: {
      ...{ agent: agent.id, provider: provider.id },
      ...(request.model ? { model: request.model } : {}),
      ...(request.budget ? { budget: request.budget } : {}),
    },
  };
  return { ok: true, plan };
}

async function chooseProvider(
  named: ProviderId | undefined,
  session: SessionInfo | undefined,
  agent: Agent,
  { providers: store }: PlanDeps,
): Promise<ProviderInfo | undefined> {
  const wanted = named ?? session?.provider ?? agent.provider;
  const known = wanted && (await store.get(wanted));
  // A session whose provider was removed uses the default one; a script that names a missing one gets an error.
  return known || named ? known : store.get(await store.defaultId());
}

type Link = { provider: ProviderInfo; model: string };

async function fallbacksOf({ fallbacks = [] }: Agent, { providers: store }: PlanDeps): Promise<Link[]> {
  const found = await Promise.all(
    fallbacks.map(async ({ provider: id, model }) => {
      const provider = await store.get(id);
      return provider && { provider, model: model ?? provider.model };
    }),
  );
  return found.filter((link) => link !== undefined);
}

/** A model whose key cannot be read fails the first step, where the user sees the reason. */
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

/** @throws where its key cannot be read */
export async function toModel({ provider, model }: Link, deps: PlanDeps): Promise<Model> {
  const target = await deps.providers.target({ ...provider, model });
  const { stream, searchesTools } = await loadProvider(provider.kind);
  return {
    author: { provider: provider.label, model },
    kind: provider.kind,
    host: URL.canParse(target.baseUrl) ? new URL(target.baseUrl).host : '',
    // Read at each step: a refused request teaches during the run.
    get traits() {
      return withWays(target).traits;
    },
    get searchesTools() {
      return withWays(target).traits.toolStyle !== 'text' && searchesTools?.(target) === true;
    },
    stream: (request, signal) => stream(request, target, deps.providerDeps, signal),
    // The guide needs no connection.
    ...(provider.kind === 'guide'
      ? {}
      : { watch: () => watchUse({ record: (use) => deps.onUse(provider.id, use), now: Date.now }) }),
  };
}

type WatchDeps = {
  record(use: ConnectionUse): void;
  /** Milliseconds since the epoch. */
  now(): number;
};

/** Measures one request: how long the first token took, and how it ended. */
export function watchUse({ record, now }: WatchDeps): UseWatch {
  const begun = now();
  let firstTokenMs: number | undefined;
  return {
    begins: () => void (firstTokenMs ??= Math.round(now() - begun)),
    ends: (error) =>
      record({
        at: now(),
        ...(error ? { error } : {}),
        ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
      }),
  };
}
