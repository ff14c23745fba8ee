/** The messages between the engine and the worker that runs a GGUF file: one file, one reply at a time. */
import type { DeviceEvent, DevicePrompt } from '#shared/models/device-model.ts';
import type { ModelError } from '#shared/models/provider.ts';

export type MessageToGguf =
  /**
   * The first message, once. The file is read from storage on demand; only its weights are loaded into
   * memory.
   */
  | { type: 'load'; file: File; contextTokens: number }
  | { type: 'write'; reply: number; prompt: DevicePrompt }
  /** Cancels this reply; `stopped` is sent when it has ended. */
  | { type: 'stop'; reply: number };

export type MessageFromGguf =
  /** `done`: bytes of the file that were read. */
  | { type: 'progress'; done: number }
  | { type: 'loaded' }
  | { type: 'failed'; error: ModelError }
  | { type: 'event'; reply: number; event: DeviceEvent }
  | { type: 'stopped'; reply: number };
