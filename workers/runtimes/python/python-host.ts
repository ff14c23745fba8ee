/** The Python of a code host: loaded at first use, loaded again after it broke. */
import type { Python } from './interpreter.ts';

export type PythonHost = {
  /** `progress` is shown while it loads. */
  get(progress: (text: string) => void): Promise<Python>;
  /** After it broke: the next call gets a new one. */
  drop(): void;
  /** The session's text that the interpreter's variables belong to; undefined for a new interpreter. */
  restored: string | undefined;
  /** The workspace as the last call saw it; what changed since is all that the next one asks for. */
  known: KnownFiles;
};

/** By path. */
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
        // Not kept, so that the next call tries again.
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
