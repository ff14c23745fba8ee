/** Model providers: `api.providers`. */
import type { ProviderId } from '../../ids.ts';
import type {
  ModelFacts,
  ModelListResult,
  ProviderDraft,
  ProviderInfo,
  ProviderTestResult,
} from '../../models/provider.ts';
import type { Fallible } from '../../rpc/protocol.ts';

export type ProvidersApi = {
  /** The configured providers, without their keys. */
  list(): Promise<ProviderInfo[]>;
  /** Creates a provider, or changes the one with the draft's id. The key can be set and never read. */
  save(draft: ProviderDraft): Promise<Fallible<ProviderInfo>>;
  /** Removes a provider with its key. */
  remove(id: ProviderId): Promise<void>;
  /** The provider of new sessions. */
  default(): Promise<ProviderId>;
  /** Makes a provider that of new sessions. */
  setDefault(id: ProviderId): Promise<void>;
  /** Asks the server for its models. Accepts an unsaved draft; uses the stored key if the draft has none. */
  models(draft: ProviderDraft): Promise<ModelListResult>;
  /** Sends short requests to the model, and finds out how its server wants them; what is found is remembered. */
  test(draft: ProviderDraft): Promise<ProviderTestResult>;
  /** What the model catalogue and former requests tell about the draft's model, without the user's overrides. */
  modelFacts(draft: ProviderDraft): Promise<ModelFacts>;
};
