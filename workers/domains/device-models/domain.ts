/** Models that run on this device: the browser's own, and GGUF files. */
import type { DeviceModelsApi } from '#shared/api/models/device-models.ts';
import type { ModelFileResult } from '#shared/models/device-model.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { OnDevice } from './on-device.ts';

export const deviceModels: Domain<DeviceModelsApi, { openOnDevice(): Promise<OnDevice> }> = {
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
};
