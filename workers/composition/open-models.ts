/** Opens what providers use: the network, and the models of this device. */
import type { ProviderDeps } from '#workers/contracts/provider.ts';
import { lazyOnDevice } from '#workers/domains/device-models/lazy-on-device.ts';
import type { OnDevice } from '#workers/domains/device-models/on-device.ts';
import { networkDeps } from './network-deps.ts';
import { once } from './once.ts';
import type { Core } from './core.ts';
import type { Stores } from './open-stores.ts';

export type Models = {
  providerDeps: ProviderDeps;
  /** The models of this device; their code is loaded at first use. */
  openOnDevice(): Promise<OnDevice>;
};

export function openModels({
  bus,
  device,
  folders,
}: Pick<Core & Stores, 'bus' | 'device' | 'folders'>): Models {
  const openOnDevice = once(async () => {
    const { createOnDevice } = await import('#workers/domains/device-models/on-device.ts');
    return createOnDevice({ folder: folders.models, page: device.page, post: bus.post });
  });
  return { openOnDevice, providerDeps: { ...networkDeps, onDevice: lazyOnDevice(openOnDevice) } };
}
