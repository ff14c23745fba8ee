/** The Python of a code host: loaded at first use, and again after it broke. */
import type { Python } from './interpreter.ts';

export type PythonHost = {
  /** `progress` receives the text that is shown while Python loads. */
  get(progress: (text: string) => void): Promise<Python>;
  /** Discards a broken interpreter; the next call gets a new one. */
  drop(): void;
  /** The stored session to which the interpreter's variables correspond; undefined for a new interpreter. */
  restored: string | undefined;
  /** The workspace as the last call saw it; the next call requests only what has changed since. */
  known: KnownFiles;
};

/** Folders and files by path. `mark`: the position in the change list of the file port. */
export type KnownFiles = { mark: number | undefined; folders: Set<string>; files: Map<string, File> };

export function createPythonHost(load: (progress: (text: string) => void) => Promise<Python>): PythonHost {
  let loading: Promise<Python> | undefined;

  const host: PythonHost = {
    restored: undefined,
    known: { mark: undefined, folders: new Set(), files: new Map() },
    async get(progress) {
      loading ??= load(progress);
      try {
        return await loading;
      } catch (error) {
        // Discarded, so that the next call retries.
        loading = undefined;
        throw error;
      }
    },
    drop() {
      loading = undefined;
      host.restored = undefined;
    },
  };
  return host;
}
