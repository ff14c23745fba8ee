/** Loads the code of the models on this device at their first use. */
import type { OnDeviceModels } from '#workers/contracts/provider.ts';
import type { OnDevice } from './on-device.ts';

export function lazyOnDevice(open: () => Promise<OnDevice>): OnDeviceModels {
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
