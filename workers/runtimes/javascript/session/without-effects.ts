/**
 * The host functions for a module that is imported again: it may read files, but not repeat requests and file
 * changes.
 */
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { HostFunctions } from '../bridge.ts';
import type { ScriptFiles } from '../files-at.ts';
import { createHostFunctions } from '../host-functions.ts';

const why =
  'this module is imported again to restore the variables, without network and without changes of files, so that nothing is sent or written twice. A script that imports it runs it in full';

/** `onRefusal` is called at each rejected call, because the module may catch the error. */
export function withoutEffects(files: ScriptFiles, onRefusal: () => void): HostFunctions {
  const refuse = (what: string) => (): Promise<never> => {
    onRefusal();
    return Promise.reject(new ToolError('permission_denied', `Nothing was ${what}: ${why}.`));
  };
  return createHostFunctions({
    files: {
      read: (path) => files.read(path),
      list: (path) => files.list(path),
      stat: (path) => files.stat(path),
      walk: (path) => files.walk(path),
      write: refuse('written'),
      append: refuse('written'),
      makeDirectory: refuse('made'),
      move: refuse('moved'),
      remove: refuse('removed'),
    },
    network: { request: refuse('sent') },
    // Output is dropped, because it was printed at the first import.
    print: () => undefined,
  });
}
