/** Models that run on this device: the browser's own, and GGUF files. */
import type { DeviceModelsApi } from '#shared/api/models/device-models.ts';
import type { ModelFileResult } from '#shared/models/device-model.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { OnDeviceModels, ProviderDeps } from '#workers/contracts/provider.ts';
import type { OnDevice } from './on-device.ts';

export const deviceModels = {
  start({ bus, device, folders, network }) {
    const openOnDevice = once(async () =>
      (await import('./on-device.ts')).createOnDevice({
        ...{ folder: folders.models, page: device.page, post: bus.post },
      }),
    );
    // What all providers use: the network, and the models of this device.
    const providerDeps: ProviderDeps = { ...network, onDevice: lazyOnDevice(openOnDevice) };
    return { openOnDevice, providerDeps };
  },
  open({ openOnDevice, changed }) {
    const files = async () => (await openOnDevice()).files;
    function announce(added: ModelFileResult): ModelFileResult {
      if (added.ok) changed(added.file.name);
      return added;
    }
    return {
      list: async () => (await files()).list(),
      import: async (file) => announce(await (await files()).add(file)),
      download: async (url) => announce(await (await files()).download(url)),
      cancel: async (name) => (await files()).cancel(name),
      async remove(name) {
        await (await files()).remove(name);
        changed(name);
      },
    };
  },
} satisfies Domain<DeviceModelsApi, { openOnDevice(): Promise<OnDevice> }>;

/** Loads the code of the models on this device at their first use. */
function lazyOnDevice(open: () => Promise<OnDevice>): OnDeviceModels {
  return {
    builtIn: {
      state: async () => (await open()).builtIn.state(),
      async *write(...input) {
        yield* (await open()).builtIn.write(...input);
      },
    },
    files: {
      list: async () => (await open()).files.list(),
      async *write(...input) {
        yield* (await open()).files.write(...input);
      },
    },
  };
}
