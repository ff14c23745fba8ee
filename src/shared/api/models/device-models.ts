/** Models that run on this device: `api.deviceModels`. */
import type { ModelFile, ModelFileResult } from '../../models/device-model.ts';

export type DeviceModelsApi = {
  /** The GGUF files on this device. */
  list(): Promise<ModelFile[]>;
  /** Copies a file into private storage; reports progress by `model-progress` events. */
  import(file: File): Promise<ModelFileResult>;
  /** Downloads a GGUF file into private storage; reports progress as `import` does. */
  download(url: string): Promise<ModelFileResult>;
  /** Cancels the import or download of this name and removes the partial file. */
  cancel(name: string): Promise<void>;
  /** Deletes a file. */
  remove(name: string): Promise<void>;
};
