/** What Node is for a script once it is open, and what it needs. */
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { HostFunctions } from '../bridge.ts';

export type NodeHost = {
  /** Added to the functions that the script can call. */
  functions: HostFunctions;
  /** The module that an import means. `from`: the absolute path of the importing file. Throws. */
  resolve(from: string, request: string): { type: 'builtin' | 'file'; place: string };
  /** Called with each file that `require` loads. */
  onRead?(path: string, source: string): void;
  /** The text of a file. Throws. */
  read(path: string): string;
  kindOf(path: string, source: string): 'module' | 'commonjs' | 'json' | 'typescript';
  /** The source of an ES module for this file, whatever its kind. Throws. */
  importOf(path: string, source: string): string;
  /** True if the file runs as CommonJS when it is the main program. */
  isMainCommonJs(path: string, source: string): boolean;
  /** Writes changes to the workspace; returns what could not be written. */
  flush(): Promise<string[]>;
  /** Reads the workspace again, after something else changed it. */
  reload(): Promise<void>;
};

/** Files in memory below /tmp. Without bytes: a folder. */
export type Temporary = {
  load(put: (path: string, bytes: Uint8Array<ArrayBuffer> | undefined) => void): Promise<void>;
  store(files: ReadonlyMap<string, Uint8Array<ArrayBuffer> | undefined>): Promise<void>;
};

export type TestOptions = {
  /** Patterns of names: at least one must match, none of `except` may. */
  only?: readonly string[];
  except?: readonly string[];
  /** Runs only tests with the option `only`. */
  isOnly?: boolean;
  /** Milliseconds. */
  timeout?: number;
  file?: string;
};

export type NodeGiven = {
  files: ToolFiles;
  temporary?: Temporary;
  testOptions: TestOptions;
  /** Called with JSON for each test that begins or ends. */
  onTestEvent(json: string): void;
};
