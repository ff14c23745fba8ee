/** Composes everything about models on this device; loaded at their first use. */
import type { ModelProgressEvent } from '#shared/models/device-model.ts';
import * as limits from '#shared/limits.ts';
import type { OnDeviceModels } from '#workers/contracts/provider.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';
import { withAddressSpace } from '#workers/network/address-space.ts';
import { createModelStore, type ModelStore } from './model-store.ts';
import { createBuiltInModel } from './built-in-model.ts';
import { createGgufRunner } from './gguf-runner.ts';
import { createModelFiles, type ModelFiles } from './model-files.ts';
import { spawnGguf } from './spawn-gguf.ts';

export type OnDevice = OnDeviceModels & {
  files: Pick<ModelStore, 'remove'> & Omit<ModelFiles, 'copy'> & { add: ModelFiles['copy'] };
};

/** Minimum interval of progress events, which go to every tab. */
const reportMs = 250;

type OnDeviceInput = {
  folder: FileSystemDirectoryHandle;
  page(): Pick<PageServices, 'builtInState' | 'writeBuiltIn'>;
  post(event: ModelProgressEvent): void;
};

export function createOnDevice({ folder, page, post }: OnDeviceInput): OnDevice {
  const store = createModelStore(folder);
  const report = throttleReports(post);
  const runner = createGgufRunner({
    spawn: spawnGguf,
    open: store.open,
    onProgress: (file, done, total) => report('load', file, done, total),
    restMs: limits.modelRestMs,
    graceMs: limits.modelGraceMs,
  });
  const files = createModelFiles({
    store,
    fetch: (input, init) => fetch(input, withAddressSpace(input, init)),
    onProgress: report,
  });
  return {
    builtIn: createBuiltInModel(page),
    files: {
      list: store.list,
      write: runner.write,
      add: files.copy,
      download: files.download,
      cancel: files.cancel,
      async remove(name) {
        runner.forget(name);
        await store.remove(name);
      },
    },
  };
}

/** The last report is never dropped. */
function throttleReports(post: OnDeviceInput['post']) {
  let last = 0;
  return (work: ModelProgressEvent['work'], file: string, done: number, total: number): void => {
    const now = performance.now();
    if (done !== total && now - last < reportMs) return;
    last = now;
    post({ type: 'model-progress', work, file, done, total });
  };
}
