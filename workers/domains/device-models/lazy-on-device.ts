/** The models of this device for the providers, without their code until one is asked. */
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
