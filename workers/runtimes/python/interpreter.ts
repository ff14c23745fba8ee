/**
 * One instance of Pyodide: Python in WebAssembly, with a memory limit and an interrupt, and without access to
 * JavaScript.
 */
import createPyodideModule from 'pyodide/pyodide.asm.mjs';
import { loadPyodide, type PyodideInterface } from 'pyodide';
import { createTextDecoder } from '#workers/text/encoding/byte-text.ts';
import { createFileTree, type FileTree } from './file-tree.ts';
import type { MemoryFs } from './memory-fs.ts';
import { hostFolder, hostSources } from './host-sources.ts';

/**
 * Maximum bytes of Python's memory. Chromium kills the whole page if a worker allocates more than the device
 * has.
 */
const maxBytes = 512 * 1024 * 1024;
/** Milliseconds for which a script may clean up after an interrupt before it is interrupted again. */
const cleanUpMs = 1_000;

/** The functions of `host/runner.py`. */
type HostFunction = 'run' | 'save' | 'restore' | 'install' | 'installed' | 'choose';

export type OutputStream = 'stdout' | 'stderr';

export type Python = {
  fs: MemoryFs;
  tree: FileTree;
  version: string;
  /**
   * Throws `PythonStopped` if the interrupt ended it; after any other error, the interpreter must not be used
   * again.
   */
  call(name: HostFunction, ...values: string[]): string;
  /** Like `call('run')`, with network access if the browser supports waiting for promises in WebAssembly. */
  runOnline(request: string, send: (request: string) => Promise<string>): Promise<string>;
  /** Sets the time of the interrupt, as of `performance.now()`; Python raises it as KeyboardInterrupt. */
  interruptAt(time: number): void;
  /** Sets the receiver of output. `tick` is called many times per second while a script runs. */
  listen(listener: { print(stream: OutputStream, text: string): void; tick(): void }): void;
  /** Passes on the bytes at the end of the output that are an incomplete character. */
  endOutput(): void;
};

export class PythonStopped extends Error {}

export type PythonDeps = {
  /** The folder of Pyodide's files, for Node. */
  indexURL?: string;
  readNow(file: File): Uint8Array<ArrayBuffer>;
  /** The file time-zones.zip. */
  timeZones: Uint8Array<ArrayBuffer>;
};

export async function createPython({ indexURL, readNow, timeZones }: PythonDeps): Promise<Python> {
  const pyodide = await loadPyodide({
    ...(indexURL ? { indexURL } : {}),
    // An empty object instead of the worker's global: it is what `import js` returns.
    jsglobals: {},
    env: { HOME: '/workspace', PYTHONINSPECT: '' },
    lockFileContents: noPackages,
    createPyodideModule: (settings) => createPyodideModule(bounded(settings)),
  });
  // Pyodide's own type omits members that the file tree needs.
  const fs = Reflect.get(pyodide, 'FS') as MemoryFs;
  let listener: Parameters<Python['listen']>[0] = { print: () => undefined, tick: () => undefined };
  const print = (stream: OutputStream, text: string) => listener.print(stream, text);
  const [stdout, stderr] = [
    decoded((text) => print('stdout', text)),
    decoded((text) => print('stderr', text)),
  ];
  pyodide.setStdout(stdout);
  pyodide.setStderr(stderr);
  const clock = createClock(() => listener.tick());
  // Declared as a typed array, but Pyodide only reads and writes index 0.
  Reflect.apply(pyodide.setInterruptBuffer, pyodide, [clock.buffer]);
  const functions = startHost(pyodide, fs, timeZones);
  return {
    fs,
    tree: createFileTree(fs, readNow),
    version: functions.version,
    call: functions.call,
    runOnline: functions.runOnline,
    interruptAt: clock.interruptAt,
    listen: (next) => (listener = next),
    endOutput() {
      stdout.end();
      stderr.end();
    },
  };
}

/**
 * An empty lock file, because the packages of Pyodide's distribution are not shipped. Pyodide compares the
 * ABI version; the values are those of node_modules/pyodide/pyodide-lock.json.
 */
const noPackages = JSON.stringify({
  info: {
    python: '3.14.2',
    abi_version: '2026_0',
    arch: 'wasm32',
    platform: 'emscripten_5_0_3',
  },
  packages: {},
});

type Settings = Parameters<typeof createPyodideModule>[0];

/**
 * Emscripten functions with which C code, and so `ctypes`, could access the browser. The worker blocks that
 * as well; here they do nothing.
 */
const browserCalls = /^_?emscripten_(async_)?(run_script|wget|load_script|fetch|websocket|worker|dlopen)/;

/** Replaces functions that WebAssembly imports and that `ctypes` finds by name. */
function bounded(settings: Settings): Settings {
  const { instantiateWasm } = settings;
  if (!instantiateWasm) throw new Error('Pyodide has another way to start.');
  return {
    ...settings,
    instantiateWasm(imports, done) {
      const { env } = imports as { env: Record<string, unknown> };
      const grow = env.emscripten_resize_heap;
      if (typeof grow !== 'function') throw new Error('Pyodide has another way to grow its memory.');
      // Emscripten calls it before its memory grows; 0 refuses, which raises MemoryError in Python.
      replace(env, 'emscripten_resize_heap', (bytes) =>
        Number(bytes) >>> 0 > maxBytes ? 0 : Reflect.apply(grow, undefined, [bytes]),
      );
      for (const name of Object.keys(env)) if (browserCalls.test(name)) replace(env, name, () => 0);
      return instantiateWasm(imports, done);
    },
  };
}

/** `sig` is the function's type in WebAssembly. */
function replace(env: Record<string, unknown>, name: string, work: (...values: unknown[]) => unknown): void {
  env[name] = Object.assign(work, { sig: (env[name] as { sig?: string }).sig });
}

/**
 * Python reads index 0 of this buffer every few instructions. Usually another thread writes to it in shared
 * memory; a getter needs neither.
 */
function createClock(tick: () => void) {
  let next = Infinity;
  const buffer = {
    get 0() {
      tick();
      const now = performance.now();
      if (now < next) return 0;
      next = now + cleanUpMs;
      return 2; // SIGINT
    },
    set 0(_: number) {
      // Python acknowledges the signal by writing 0; the next one follows after `cleanUpMs`.
    },
  };
  return {
    buffer,
    interruptAt(time: number): void {
      next = time;
    },
  };
}

/** Output as text that can hold any bytes, such as those of a picture. */
function decoded(pass: (text: string) => void) {
  const decode = createTextDecoder();
  return {
    write(bytes: Uint8Array): number {
      pass(decode(bytes));
      return bytes.length;
    },
    end(): void {
      const rest = decode();
      if (rest !== '') pass(rest);
    },
  };
}

type Runner = Record<HostFunction, ((...values: string[]) => string) & Promising> & {
  connect(send: ((request: string) => Promise<string>) | undefined): void;
};
/** A method that Pyodide adds to Python functions: during the call, Python can wait for promises. */
type Promising = { callPromising(...values: string[]): Promise<string> };

function startHost(pyodide: PyodideInterface, fs: MemoryFs, timeZones: Uint8Array) {
  fs.mkdirTree(hostFolder);
  for (const [name, source] of Object.entries(hostSources)) fs.writeFile(`${hostFolder}/${name}`, source);
  fs.writeFile(`${hostFolder}/time-zones.zip`, timeZones);
  const runner = pyodide.runPython(
    `import sys; sys.path.append('/lib/host'); from oneclaw_host import runner; runner.prepare(); runner`,
  ) as Runner;
  const version = pyodide.runPython('sys.version.split()[0]') as string;
  return {
    version,
    call(name: HostFunction, ...values: string[]): string {
      try {
        return runner[name](...values);
      } catch (error) {
        throw isInterrupt(error) ? new PythonStopped() : error;
      }
    },
    async runOnline(request: string, send: (request: string) => Promise<string>): Promise<string> {
      runner.connect(send);
      try {
        // JavaScript Promise Integration: Chrome 137 and later.
        const canWait = 'Suspending' in WebAssembly;
        return await (canWait ? runner.run.callPromising(request) : runner.run(request));
      } catch (error) {
        throw isInterrupt(error) ? new PythonStopped() : error;
      } finally {
        runner.connect(undefined);
      }
    },
  };
}

function isInterrupt(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'KeyboardInterrupt';
}
