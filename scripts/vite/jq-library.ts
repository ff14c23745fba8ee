/**
 * Vite plugins: patch jq-wasm, so that it runs one command line, and make `virtual:jq-wasm`, the address of its
 * WebAssembly. The package has that as base64 in its code, which `script-src` allows, but which
 * every start would decode again, and which no service worker could cache apart from the code.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { libraryPatches, type Patch } from './library-patches.ts';

const library = createRequire(import.meta.url).resolve('jq-wasm/dist/build/jq.js');
const wasmFile = fileURLToPath(new URL('../../node_modules/.cache/oneclaw/jq.wasm', import.meta.url));
const encoded = /"data:application\/octet-stream;base64,([\w+/=]{1000,})"/;

const patches: readonly Patch[] = [
  {
    why: 'It must not read files of Node, nor change the exit code of its process.',
    triedWith: '1.0.1',
    from: 'typeof process == "object" && typeof process.versions == "object" && typeof process.versions.node == "string" && process.type != "renderer"',
    to: 'false',
  },
  {
    why: 'The caller provides the standard streams; the package would decode them as UTF-8 and trim them.',
    triedWith: '1.0.1',
    from: 'console.error(message); }, preRun() { FS.init(',
    to: '}, preRun() { return moduleArg.start(FS); FS.init(',
  },
  {
    why: 'The caller provides the environment.',
    triedWith: '1.0.1',
    from: 'var ENV = {};',
    to: 'var ENV = moduleArg.environment;',
  },
  {
    why: 'Arguments have one character per byte, because they may hold bytes that are not UTF-8.',
    triedWith: '1.0.1',
    from: 'var size = lengthBytesUTF8(str) + 1; var ret = stackAlloc(size); stringToUTF8(str, ret, size); return ret;',
    to: 'var ret = stackAlloc(str.length + 1); stringToAscii(str, ret); return ret;',
  },
  {
    why: 'It is a CommonJS module.',
    triedWith: '1.0.1',
    from: "if (typeof exports === 'object' && typeof module === 'object') {",
    to: 'export default jq;\nif (false) {',
  },
];

export function jqLibrary(): Plugin[] {
  return [
    {
      name: 'oneclaw:jq',
      resolveId: (id) => (id === 'virtual:jq-wasm' ? `\0${id}` : undefined),
      load: (id) => {
        if (id !== '\0virtual:jq-wasm') return undefined;
        mkdirSync(dirname(wasmFile), { recursive: true });
        writeFileSync(wasmFile, jqWasm());
        return `export { default } from ${JSON.stringify(`${wasmFile.replaceAll('\\', '/')}?url`)};`;
      },
      transform: (code, id) => (isLibrary(id) ? code.replace(encoded, '""') : undefined),
    },
    libraryPatches({
      name: 'jq-wasm',
      isPatched: isLibrary,
      source: 'scripts/vite/jq-library.ts',
      patches,
    }),
  ];
}

/** The WebAssembly of the package. */
export function jqWasm(): Buffer<ArrayBuffer> {
  const base64 = encoded.exec(readFileSync(library, 'utf8'))?.[1];
  if (!base64) throw new Error('jq-wasm has changed: its WebAssembly is not in its code.');
  return Buffer.from(base64, 'base64');
}

function isLibrary(id: string): boolean {
  return id.split('?')[0] === library.replaceAll('\\', '/');
}
