/** The download of a model file declares its address space, like other requests. */
import { expect, it } from 'vitest';
import type { SpacedInit } from '#workers/network/address-space.ts';
import { createModelFiles } from '#workers/domains/device-models/model-files.ts';
import type { ModelStore } from '#workers/domains/device-models/model-store.ts';

it.each([
  ['https://models.example/tiny.gguf', 'public'],
  ['https://nas.local/tiny.gguf', undefined],
])('a download of %s is declared for %s addresses', async (url, space) => {
  const spaces: unknown[] = [];
  const files = createModelFiles({
    store: { open: async () => undefined } as Partial<ModelStore> as ModelStore,
    fetch: async (_, init) => {
      spaces.push((init as SpacedInit).targetAddressSpace);
      return new Response(null, { status: 404 });
    },
    onProgress: () => undefined,
  });
  expect(await files.download(url)).toEqual({ ok: false, error: 'unreachable' });
  expect(spaces).toEqual([space]);
});
