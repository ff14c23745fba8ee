/**
 * Loads Python in a code host. Its files are loaded once from the app's origin and cached for an interpreter
 * that replaces a broken one.
 */
import wasmUrl from 'pyodide/pyodide.asm.wasm?url';
import libraryUrl from 'pyodide/python_stdlib.zip?url';
import { progressText } from '#shared/tools/progress-text.ts';
import zonesUrl from './time-zones.zip?url';
import { readAll, readOwnFile } from '../own-files.ts';
import type { Python } from './interpreter.ts';
import { createPythonHost } from './python-host.ts';

export const pythonHost = createPythonHost(loadPython);

const zonesName = 'time-zones.zip';

type Bytes = Uint8Array<ArrayBuffer>;

/** The files by the name that Pyodide requests. */
let kept: Promise<ReadonlyMap<string, Bytes>> | undefined;

async function loadPython(progress: (text: string) => void): Promise<Python> {
  kept ??= readFiles(progress);
  const files = await kept.catch((error: unknown) => {
    kept = undefined;
    throw error;
  });
  const python = await withFetch(files, async () => {
    const { createPython } = await import('./interpreter.ts');
    const reader = new FileReaderSync();
    const timeZones = files.get(zonesName);
    if (!timeZones) throw new Error(`${zonesName} was not loaded.`);
    return createPython({
      indexURL: ownFolder,
      timeZones,
      readNow: (file) => new Uint8Array(reader.readAsArrayBuffer(file)),
    });
  });
  // The card shows the code again.
  progress('');
  return python;
}

/** A base URL; nothing is fetched from it, because `withFetch` answers. */
const ownFolder = new URL('python/', location.href).href;

/**
 * Pyodide loads its files through the global `fetch`, which the worker does not have. While it loads, this
 * provides a `fetch` that serves only these files.
 */
async function withFetch<T>(files: ReadonlyMap<string, Bytes>, work: () => Promise<T>): Promise<T> {
  const answer = async (address: string | URL) => {
    const name = new URL(address).pathname.split('/').at(-1) ?? '';
    const data = files.get(name);
    if (!data) throw new Error(`Python asked for ${name}, which is not a file of this app.`);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(data, { headers: { 'Content-Type': type } });
  };
  Reflect.defineProperty(globalThis, 'fetch', { value: answer, configurable: true });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(globalThis, 'fetch');
  }
}

async function readFiles(progress: (text: string) => void): Promise<ReadonlyMap<string, Bytes>> {
  const sizes = new Map<string, number>();
  const report = (name: string, bytes: number) => {
    sizes.set(name, bytes);
    const size = [...sizes.values()].reduce((one, other) => one + other);
    progress(progressText({ type: 'loading', name: 'Python', size }));
  };
  const read = async (name: string, url: string): Promise<[string, Bytes]> => [
    name,
    await readAll(await readOwnFile(url), (bytes) => report(name, bytes)),
  ];
  return new Map(
    await Promise.all([
      read('pyodide.asm.wasm', wasmUrl),
      read('python_stdlib.zip', libraryUrl),
      read(zonesName, zonesUrl),
    ]),
  );
}
