/** Model providers: `api.providers`. */
import type { ProviderId } from '../ids.ts';
import type {
  ModelFacts,
  ModelListResult,
  ProviderDraft,
  ProviderInfo,
  ProviderTestResult,
} from '../models/provider.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type ProvidersApi = {
  list(): Promise<ProviderInfo[]>;
  save(draft: ProviderDraft): Promise<Fallible<ProviderInfo>>;
  remove(id: ProviderId): Promise<void>;
  default(): Promise<ProviderId>;
  setDefault(id: ProviderId): Promise<void>;
  /** Asks the server for its models. Accepts an unsaved draft; uses the stored key if the draft has none. */
  models(draft: ProviderDraft): Promise<ModelListResult>;
  test(draft: ProviderDraft): Promise<ProviderTestResult>;
  /** What the model catalogue knows about the draft's model, without the user's overrides. */
  modelFacts(draft: ProviderDraft): Promise<ModelFacts>;
};
