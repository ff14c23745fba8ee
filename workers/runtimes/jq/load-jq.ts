/** Loads the WebAssembly of jq in a code host; compiled once. */
import wasmUrl from 'virtual:jq-wasm';
import { progressText } from '#shared/tools/progress-text.ts';
import { readAll, readOwnFile } from '../own-files.ts';

let loaded: Promise<WebAssembly.Module> | undefined;

/** `progress` receives the text that is shown while it loads. */
export async function loadJq(progress: (text: string) => void): Promise<WebAssembly.Module> {
  loaded ??= load(progress);
  try {
    return await loaded;
  } catch (error) {
    // Discarded, so that the next command retries.
    loaded = undefined;
    throw error;
  }
}

async function load(progress: (text: string) => void): Promise<WebAssembly.Module> {
  const file = await readAll(await readOwnFile(wasmUrl), (bytes) =>
    progress(progressText({ type: 'loading', name: 'jq', size: bytes })),
  );
  return WebAssembly.compile(file);
}
