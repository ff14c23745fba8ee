/** On-device models in Settings: files, imports and downloads in progress, and the browser's built-in model. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type {
  BuiltInState,
  ModelFile,
  ModelFileResult,
  ModelProgressEvent,
} from '#shared/models/device-model.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Toasts } from '../base/toasts.ts';

export type DeviceModels = {
  /** `null` until loaded. */
  files: ReadonlySignal<readonly ModelFile[] | null>;
  /** Imports, downloads and loads in progress, in any tab. */
  work: ReadonlySignal<readonly ModelProgressEvent[]>;
  builtIn: ReadonlySignal<BuiltInState>;
  /** 0 to 1 while the browser downloads its model. */
  builtInDone: ReadonlySignal<number | null>;
  importFile(file: File): Promise<ModelFileResult | undefined>;
  download(url: string): Promise<ModelFileResult | undefined>;
  cancel(name: string): void;
  remove(name: string): Promise<void>;
  /** Call it from a user gesture. Resolves to the error if it failed. */
  downloadBuiltIn(): Promise<ModelError | undefined>;
  cancelBuiltIn(): void;
  /** Loads, and follows changes until the returned function is called. */
  follow(): () => void;
};

const loadPageService = () => import('#src/page-services/language-model.ts');

export function createDeviceModels({ api, onEvents }: EngineConnection, toasts: Toasts): DeviceModels {
  const files = signal<readonly ModelFile[] | null>(null);
  const work = signal<readonly ModelProgressEvent[]>([]);

  async function refresh(): Promise<void> {
    files.value = (await toasts.attempt(api.deviceModels.list())) ?? files.value;
  }

  function fold(events: readonly EngineEvent[]): void {
    for (const event of events)
      if (event.type === 'model-progress') work.value = withProgress(work.value, event);
    if (events.some((event) => event.type === 'changed' && event.kind === 'deviceModels')) void refresh();
  }

  const { refresh: refreshBuiltIn, ...builtIn } = createBuiltIn(toasts);
  return {
    ...{ files, work },
    ...builtIn,
    importFile: (file) => toasts.attempt(api.deviceModels.import(file)),
    download: (url) => toasts.attempt(api.deviceModels.download(url)),
    cancel: (name) => void toasts.attempt(api.deviceModels.cancel(name)),
    async remove(name) {
      await toasts.attempt(api.deviceModels.remove(name));
      await refresh();
    },
    follow() {
      void refresh();
      void toasts.attempt(refreshBuiltIn());
      return onEvents(fold);
    },
  };
}

function createBuiltIn(toasts: Toasts) {
  const builtIn = signal<BuiltInState>('unsupported');
  const builtInDone = signal<number | null>(null);
  let abort = new AbortController();

  async function refresh(): Promise<void> {
    builtIn.value = await (await loadPageService()).builtInState();
  }

  return {
    ...{ builtIn, builtInDone, refresh },
    async downloadBuiltIn() {
      abort = new AbortController();
      builtInDone.value = 0;
      const { downloadBuiltIn } = await loadPageService();
      const error = await downloadBuiltIn((done) => (builtInDone.value = done), abort.signal);
      builtInDone.value = null;
      await toasts.attempt(refresh());
      return error;
    },
    cancelBuiltIn: () => abort.abort(),
  };
}

/** Keeps the last event of each file; removes finished ones. */
function withProgress(
  before: readonly ModelProgressEvent[],
  event: ModelProgressEvent,
): readonly ModelProgressEvent[] {
  const others = before.filter(({ file }) => file !== event.file);
  return event.done === event.total ? others : [...others, event];
}
