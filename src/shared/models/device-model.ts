/** Models that run on this device: the browser's own, and GGUF files in private storage. */
import type { Usage } from '../conversation/message.ts';
import type { ModelError } from './provider.ts';

/** The model id of the browser's own model (`LanguageModel`). */
export const builtInModel = 'built-in';
const filePrefix = 'gguf:';

/** The model id of a file. */
export function modelIdOf(file: string): string {
  return filePrefix + file;
}

/** The file name in a model id; undefined for other model ids. */
export function fileOf(model: string): string | undefined {
  return model.startsWith(filePrefix) ? model.slice(filePrefix.length) : undefined;
}

export type DeviceTurn = { role: 'system' | 'user' | 'assistant'; text: string };

/** A conversation for a text-only model; it ends with a user turn. */
export type DevicePrompt = { turns: readonly DeviceTurn[]; outputTokens: number };

/** An event of a reply; the last is a `stop` or an `error`, unless it was aborted. */
export type DeviceEvent =
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: Usage }
  | { type: 'stop'; reason: 'end' | 'length' }
  | { type: 'error'; error: ModelError };

/** `unsupported`: this browser has no model; `unavailable`: not on this device. */
export type BuiltInState = 'unsupported' | 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** A file in `/models`. */
export type ModelFile = { name: string; bytes: number };

/** Why a file could not be added; the page has a text for each. */
export type ModelFileError =
  'not_gguf' | 'name_taken' | 'storage_full' | 'cancelled' | 'bad_url' | 'unreachable' | 'cut' | 'failed';
export type ModelFileResult =
  { ok: true; file: ModelFile } | { ok: false; error: ModelFileError; detail?: string };

export type ModelWork = 'copy' | 'download' | 'load';

/** Progress of copying, downloading or loading a file; at the end `done` equals `total`, also after a failure. */
export type ModelProgressEvent = {
  type: 'model-progress';
  work: ModelWork;
  file: string;
  /** Bytes; a `total` of 0 means unknown. */
  done: number;
  total: number;
};
