/** Pyodide's code, for its option `createPyodideModule`; the package has no types for this file. */
declare module 'pyodide/pyodide.asm.mjs' {
  import type { loadPyodide } from 'pyodide';

  const createPyodideModule: NonNullable<
    NonNullable<Parameters<typeof loadPyodide>[0]>['createPyodideModule']
  >;
  export default createPyodideModule;
}
