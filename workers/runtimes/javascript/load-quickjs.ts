/** Loads QuickJS in a code host; its WebAssembly is compiled once. */
import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { readOwnFile } from '../own-files.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';
import { createJavaScriptHost } from './session/javascript-host.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

export async function loadQuickJs(): Promise<Interpreter> {
  compiled ??= compile();
  try {
    return await createInterpreter(await compiled);
  } catch (error) {
    // Discarded, so that the next call retries.
    compiled = undefined;
    throw error;
  }
}

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await (await readOwnFile(wasmUrl)).arrayBuffer());
}

/** The JavaScript runtime of this code host, and so of its conversation. */
export const javaScriptHost = createJavaScriptHost(loadQuickJs);
