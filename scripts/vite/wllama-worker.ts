/**
 * Vite plugin: makes a module of the code that wllama stores in strings and starts as a blob worker.
 * Trusted Types and `worker-src 'self'` forbid a blob worker, and `script-src` forbids code from strings.
 * wllama has an option for the address of its WebAssembly, but none for that of its worker; with one, this
 * file could be removed.
 * Until then the library's code is patched, and the build fails if a new version does not match.
 * `virtual:wllama-module`: that code as one function; the strings themselves are removed from the library.
 * The dev server uses only the module: it serves the library bundled, including its strings, which nothing
 * runs.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const library = createRequire(import.meta.url).resolve('@wllama/wllama/esm/index.js');
const source = join(dirname(library), '../src');
/** Variables with strings that are no longer used. */
const strings = ['LLAMA_CPP_WORKER_CODE', 'WLLAMA_EMSCRIPTEN_CODE'];

export function wllamaWorker(): Plugin {
  return {
    name: 'oneclaw:wllama-worker',
    resolveId: (id) => (id === 'virtual:wllama-module' ? `\0${id}` : undefined),
    load: (id) => (id === '\0virtual:wllama-module' ? moduleCode() : undefined),
    transform: (code, id) => (id.split('?')[0] === library ? withoutStrings(code) : undefined),
  };
}

/** The code that the library assembles at run time, with a port in place of the worker's messages. */
function moduleCode(): string {
  const emscripten = readFileSync(join(source, 'wasm/wllama.js'), 'utf8');
  const glue = readFileSync(join(source, 'workers-code/llama-cpp.js'), 'utf8');
  return `export function startModule(port, RUN_OPTIONS) {
const postMessage = (data, moved) => port.postMessage(data, moved ?? []);
let onmessage;
// The end of the script looks for CommonJS.
let module, require;
function wModuleInit() { ${replaceOnce(emscripten, 'var Module=', 'var ___Module=')}; return Module; }
${glue}
port.onmessage = (event) => onmessage(event);
}`;
}

function withoutStrings(code: string): string {
  // Each string is one line.
  const short = strings.reduce(
    (text, name) => replaceOnce(text, new RegExp(`^var ${name} = .*$`, 'm'), `var ${name} = '';`),
    code,
  );
  // Function names for stack traces, a third of the file; not needed.
  const nameless = replaceOnce(short, /var WASM_SOURCE_MAP = \{[^}]*\};/, 'var WASM_SOURCE_MAP = {};');
  const decode = 'decodeStackTrace: (stack, isCompatBuild) => __async(void 0, null, function* () {';
  return replaceOnce(nameless, decode, `${decode} return stack;`);
}

/** Replaces one occurrence. Fails the build if a new version of the library has changed. */
function replaceOnce(text: string, place: string | RegExp, by: string): string {
  const changed = text.replace(place, () => by);
  if (changed === text) throw new Error(`wllama has changed: ${String(place)} is not in it.`);
  return changed;
}
