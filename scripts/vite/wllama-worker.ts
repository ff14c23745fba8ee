/**
 * Vite plugin: turns the code that wllama keeps in strings and starts as a blob worker into a module.
 * Trusted Types and `worker-src 'self'` refuse a blob worker, and `script-src` refuses code from strings. wllama has no
 * option for the address of its worker, as it has one for the address of its WebAssembly; with one, this file could go.
 * Until then the library's text is patched, and the build fails if a new version does not match.
 * `virtual:wllama-module`: that code as one function; the strings themselves are taken out of the library.
 * The dev server needs the module only: it serves the library bundled, with its strings, which nothing runs.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const library = createRequire(import.meta.url).resolve('@wllama/wllama/esm/index.js');
const source = join(dirname(library), '../src');
/** Strings that are no longer used. */
const strings = ['LLAMA_CPP_WORKER_CODE', 'WLLAMA_EMSCRIPTEN_CODE'];

export function wllamaWorker(): Plugin {
  return {
    name: 'oneclaw:wllama-worker',
    resolveId: (id) => (id === 'virtual:wllama-module' ? `\0${id}` : undefined),
    load: (id) => (id === '\0virtual:wllama-module' ? moduleCode() : undefined),
    transform: (code, id) => (id.split('?')[0] === library ? withoutStrings(code) : undefined),
  };
}

/** The code that the library assembles at run time, with a port instead of the messages of the worker. */
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

/** Fails the build if a new version of the library has changed, instead of shipping broken code. */
function replaceOnce(text: string, place: string | RegExp, by: string): string {
  const changed = text.replace(place, () => by);
  if (changed === text) throw new Error(`wllama has changed: ${String(place)} is not in it.`);
  return changed;
}
