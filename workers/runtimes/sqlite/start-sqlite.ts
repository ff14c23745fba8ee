/** Starts sql.js, which supports one instance per thread. */
// sql.js is SQLite compiled to WebAssembly.
import initSqlJs, { type SqlJs } from 'sql.js';

/** Maximum bytes of memory. Chromium kills the whole page if a worker allocates more than the device has. */
const maxBytes = 512 * 1024 * 1024;
const pageBytes = 65_536;

export function startSqlite(module: WebAssembly.Module): Promise<SqlJs> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => {
      WebAssembly.instantiate(module, imports).then((instance) => {
        boundMemory(instance);
        done(instance);
      }, reject);
      return {};
    };
    initSqlJs({ instantiateWasm }).then(resolve, reject);
  });
}

/** Limits the growth of the memory; SQLite reports a refusal as "out of memory". */
function boundMemory({ exports }: WebAssembly.Instance): void {
  const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory);
  if (!memory) throw new Error('sql.js has another way to start.');
  const grow = memory.grow.bind(memory);
  Object.defineProperty(memory, 'grow', {
    value: (pages: number) => {
      if (memory.buffer.byteLength + pages * pageBytes > maxBytes)
        throw new RangeError('The limit is reached.');
      return grow(pages);
    },
  });
}
