/** What the form of a connection asks before it is saved: whether its model answers, and the facts about the model. */
import {
  hasNetwork,
  type ModelFacts,
  type ModelListResult,
  type ProviderDraft,
  type ProviderTestResult,
} from '#shared/models/provider.ts';
import type { ProviderDeps } from '#workers/contracts/provider.ts';
import { findTraits } from '#workers/providers/catalogue/find-traits.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { waysOf } from '#workers/providers/learned-ways.ts';
import type { Database } from '#workers/storage/database.ts';
import { checkConnection } from './check-provider.ts';
import { normaliseBaseUrl, type ProviderStore } from './store.ts';
import { openWays } from './stored-ways.ts';

type Deps = { providers: ProviderStore; providerDeps: ProviderDeps };

/** Sends small requests; those to a server also find out how it wants them. */
export async function tryDraft(
  draft: ProviderDraft,
  { providers, providerDeps: deps }: Deps,
): Promise<ProviderTestResult> {
  const error = checkConnection(draft);
  if (error) return { ok: false, error };
  const { kind } = draft;
  const [target, provider] = await Promise.all([providers.target(draft), loadProvider(kind)]);
  if (hasNetwork(kind)) {
    const { checkModel } = await import('#workers/providers/check-model.ts');
    return checkModel(provider, { kind, target, deps });
  }
  const { testProvider } = await import('#workers/providers/test-provider.ts');
  return testProvider(provider, target, deps);
}

export async function listModels(
  draft: ProviderDraft,
  { providers, providerDeps }: Deps,
): Promise<ModelListResult> {
  const error = checkConnection(draft);
  if (error) return { ok: false, error };
  const [target, provider] = await Promise.all([providers.target(draft), loadProvider(draft.kind)]);
  return provider.models(target, providerDeps, new AbortController().signal);
}

/** From the catalogue, and what checks and refused requests taught. */
export async function findFacts(
  { kind, baseUrl = '', model }: Pick<ProviderDraft, 'kind' | 'baseUrl' | 'model'>,
  database: Database,
): Promise<ModelFacts> {
  await openWays(database);
  const ways = waysOf({ baseUrl: normaliseBaseUrl(baseUrl), model: model.trim() });
  return { ...(await findTraits({ kind, baseUrl, model })), ways };
}
