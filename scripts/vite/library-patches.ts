/**
 * Vite plugin: patches the code of a library where it has no option. The build, the dev server and the tests
 * fail if the installed release does not contain the expected code.
 */
import type { Plugin } from 'vite';

export type Patch = {
  why: string;
  /** The last release that fails without the patch and contains `from` exactly once. */
  triedWith: string;
  from: string;
  to: string;
};

export type PatchedLibrary = {
  name: string;
  isPatched: (path: string) => boolean;
  /** The file of `patches`, for the error message. */
  source: string;
  patches: readonly Patch[];
};

export function libraryPatches(library: PatchedLibrary): Plugin {
  return {
    name: `oneclaw:patches-of-${library.name}`,
    transform: (code, id) => {
      const path = id.replaceAll('\\', '/').split('?')[0] ?? '';
      return library.isPatched(path) ? library.patches.reduce(patch, code) : undefined;
    },
  };

  function patch(code: string, { why, triedWith, from, to }: Patch): string {
    const parts = code.split(from);
    if (parts.length !== 2)
      throw new Error(
        `${library.name} has changed: the patch "${why}" was made for ${triedWith}, and its text is in the installed release ${parts.length - 1} times. ` +
          `Remove the patch from ${library.source} if the tests pass without it; otherwise write it for the new code.`,
      );
    return parts.join(to);
  }
}
