/** One instance of Pyodide: Python in WebAssembly, with a bound on its memory, an interrupt, and without JavaScript. */
import createPyodideModule from 'pyodide/pyodide.asm.mjs';
import { loadPyodide, type PyodideInterface } from 'pyodide';
import { createFileTree, type FileTree } from './file-tree.ts';
import type { MemoryFs } from './memory-fs.ts';
import { hostFolder, hostSources } from './host-sources.ts';

/** Bytes of Python's memory. Chromium takes the whole page down where a worker takes what a device does not have. */
const mostBytes = 512 * 1024 * 1024;
/** After an interrupt, how long a script may clean up before it is interrupted again. */
const cleanUpMs = 1_000;

/** Functions of `host/runner.py`. */
type HostFunction = 'run' | 'save' | 'restore' | 'install' | 'installed' | 'choose';

export type OutputStream = 'stdout' | 'stderr';

export type Python = {
  fs: MemoryFs;
  tree: FileTree;
  version: string;
  /** Throws `PythonStopped` where the interrupt ended it; after any other error the interpreter must not be used again. */
  call(name: HostFunction, ...values: string[]): string;
  /** As `call` of `run`, with the network where the browser can let Python wait. */
  runOnline(request: string, send: (request: string) => Promise<string>): Promise<string>;
  /** `performance.now()` of the interrupt, which Python raises as KeyboardInterrupt. */
  interruptAt(time: number): void;
  /** Takes what is printed. `tick` is called many times a second while a script runs. */
  listen(listener: { print(stream: OutputStream, text: string): void; tick(): void }): void;
};

export class PythonStopped extends Error {}

export type PythonDeps = {
  /** The folder of Pyodide's files, for Node. */
  indexURL?: string;
  readNow(file: File): Uint8Array<ArrayBuffer>;
};

export async function createPython({ indexURL, readNow }: PythonDeps): Promise<Python> {
  const pyodide = await loadPyodide({
    ...(indexURL ? { indexURL } : {}),
    // Nothing of the worker: `import js` would be this object.
    jsglobals: {},
    env: { HOME: '/workspace', PYTHONINSPECT: '' },
    lockFileContents: noPackages,
    createPyodideModule: (settings) => createPyodideModule(bounded(settings)),
  });
  // Its own type leaves out what the file tree needs.
  const fs = Reflect.get(pyodide, 'FS') as MemoryFs;
  let listener: Parameters<Python['listen']>[0] = { print: () => undefined, tick: () => undefined };
  const print = (stream: OutputStream, text: string) => listener.print(stream, text);
  pyodide.setStdout({ write: decoder((text) => print('stdout', text)) });
  pyodide.setStderr({ write: decoder((text) => print('stderr', text)) });
  const clock = createClock(() => listener.tick());
  // It asks for a typed array, and only reads and writes the first place.
  Reflect.apply(pyodide.setInterruptBuffer, pyodide, [clock.buffer]);
  const functions = startHost(pyodide, fs);
  return {
    fs,
    tree: createFileTree(fs, readNow),
    version: functions.version,
    call: functions.call,
    runOnline: functions.runOnline,
    interruptAt: clock.interruptAt,
    listen: (next) => (listener = next),
  };
}

/**
 * The packages that Pyodide's own distribution has are not shipped. Pyodide compares the version of the binary interface;
 * these are the values of node_modules/pyodide/pyodide-lock.json.
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

/** What C code, and so `ctypes`, could ask of a browser. The worker refuses it too; here it does nothing. */
const browserCalls = /^_?emscripten_(async_)?(run_script|wget|load_script|fetch|websocket|worker|dlopen)/;

/** Changes the functions that WebAssembly imports, and that `ctypes` finds by name. */
function bounded(settings: Settings): Settings {
  const { instantiateWasm } = settings;
  if (!instantiateWasm) throw new Error('Pyodide has another way to start.');
  return {
    ...settings,
    instantiateWasm(imports, done) {
      const { env } = imports as { env: Record<string, unknown> };
      const grow = env.emscripten_resize_heap;
      if (typeof grow !== 'function') throw new Error('Pyodide has another way to grow its memory.');
      // Emscripten asks before its memory grows; 0 is a refusal, and a MemoryError in Python.
      replace(env, 'emscripten_resize_heap', (bytes) =>
        Number(bytes) >>> 0 > mostBytes ? 0 : Reflect.apply(grow, undefined, [bytes]),
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
 * Python looks into the first place of this buffer every few instructions. Usually another thread writes into shared
 * memory there; a getter needs neither.
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
      // Python acknowledges the signal; the next one comes after `cleanUpMs`.
    },
  };
  return {
    buffer,
    interruptAt(time: number): void {
      next = time;
    },
  };
}

/** Characters may be split between two writes. */
function decoder(pass: (text: string) => void): (bytes: Uint8Array) => number {
  const utf8 = new TextDecoder();
  return (bytes) => {
    pass(utf8.decode(bytes, { stream: true }));
    return bytes.length;
  };
}

type Runner = Record<HostFunction, ((...values: string[]) => string) & Promising> & {
  connect(send: ((request: string) => Promise<string>) | undefined): void;
};
/** What Pyodide adds to functions of Python: a call during which Python can wait for promises. */
type Promising = { callPromising(...values: string[]): Promise<string> };

function startHost(pyodide: PyodideInterface, fs: MemoryFs) {
  fs.mkdirTree(hostFolder);
  for (const [name, source] of Object.entries(hostSources)) fs.writeFile(`${hostFolder}/${name}`, source);
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
