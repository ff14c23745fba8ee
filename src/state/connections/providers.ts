/** The configured providers, and the default one. Keys can be set and never read. */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { ProviderId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type {
  ModelListResult,
  ProviderDraft,
  ProviderInfo,
  ProviderTestResult,
} from '#shared/models/provider.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import type { Toasts } from '../base/toasts.ts';
import { fileOf } from '#shared/models/device-model.ts';
import { t } from '../text/text.ts';

export type Providers = {
  list: ReadonlySignal<readonly ProviderInfo[]>;
  defaultId: ReadonlySignal<ProviderId | null>;
  /** Whether a fresh chat starts with the guide; remembered, because the first paint comes before the engine. */
  startsWithGuide: ReadonlySignal<boolean>;
  find(id: ProviderId | null | undefined): ProviderInfo | undefined;
  load(providers: readonly ProviderInfo[], defaultId: ProviderId): void;
  save(draft: ProviderDraft): Promise<Fallible<ProviderInfo> | undefined>;
  remove(id: ProviderId): Promise<boolean>;
  setDefault(id: ProviderId): Promise<void>;
  listModels(draft: ProviderDraft): Promise<ModelListResult | undefined>;
  test(draft: ProviderDraft): Promise<ProviderTestResult | undefined>;
  fold(events: readonly EngineEvent[]): void;
};

export function createProviders(api: EngineApi, toasts: Toasts): Providers {
  const list = signal<readonly ProviderInfo[]>([]);
  const defaultId = signal<ProviderId | null>(null);
  const find = (id: ProviderId | null | undefined) => list.value.find((provider) => provider.id === id);
  const startsWithGuide = computed(() => {
    const provider = find(defaultId.value);
    return provider ? provider.kind === 'guide' : readLocal('default-kind') !== 'model';
  });

  function load(providers: readonly ProviderInfo[], id: ProviderId): void {
    batch(() => {
      list.value = providers;
      defaultId.value = id;
    });
    writeLocal('default-kind', startsWithGuide.value ? null : 'model');
  }

  async function refresh(): Promise<void> {
    const both = await toasts.attempt(Promise.all([api.providers.list(), api.providers.default()]));
    if (both) load(...both);
  }

  return {
    list,
    defaultId,
    startsWithGuide,
    find,
    load,
    ...createActions(api, toasts, refresh),
    fold: (events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'providers')) void refresh();
    },
  };
}

type ProviderActions = Pick<Providers, 'save' | 'remove' | 'setDefault' | 'listModels' | 'test'>;

function createActions(api: EngineApi, toasts: Toasts, refresh: () => Promise<void>): ProviderActions {
  /** Awaits a change, then reloads the list without waiting for the `changed` event. */
  async function change<T>(work: Promise<T>): Promise<T | undefined> {
    const done = await toasts.attempt(work);
    await refresh();
    return done;
  }

  return {
    save: (draft) => change(api.providers.save(draft)),
    remove: async (id) => (await change(api.providers.remove(id).then(() => true))) ?? false,
    setDefault: async (id) => void (await change(api.providers.setDefault(id))),
    listModels: (draft) => toasts.attempt(api.providers.models(draft)),
    test: (draft) => toasts.attempt(api.providers.test(draft)),
  };
}

/** The label of a provider; that of the guide is translated. */
export function labelOf({ kind, label }: ProviderInfo): string {
  return kind === 'guide' ? t('provider.guide') : label;
}

/** For a model on this device the name of its file, otherwise the model id. */
export function modelName(model: string): string {
  return fileOf(model) ?? model;
}
