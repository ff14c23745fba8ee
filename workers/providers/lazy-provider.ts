/** A provider whose code is loaded at its first use, so that the engine starts small. */
import type { Provider } from '#workers/contracts/provider.ts';

export function lazyProvider(load: () => Promise<Provider>): Provider {
  return {
    async *stream(...input) {
      yield* (await load()).stream(...input);
    },
    models: async (...input) => (await load()).models(...input),
  };
}
